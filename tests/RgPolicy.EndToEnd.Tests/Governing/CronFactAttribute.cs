using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A test that governs jobs of pg_cron; without root or pg_cron it is skipped and says so.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class CronFactAttribute : FactAttribute
{
    public CronFactAttribute() =>
        Skip = Environment.IsPrivilegedProcess
            ? CronServer.ReasonToSkip
            : "governing processes needs root: run as root";
}
