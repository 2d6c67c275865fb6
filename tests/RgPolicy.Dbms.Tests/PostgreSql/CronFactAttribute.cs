using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>A test with jobs of pg_cron; where that is not installed it is skipped and says so.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class CronFactAttribute : FactAttribute
{
    public CronFactAttribute() => Skip = CronServer.ReasonToSkip;
}
