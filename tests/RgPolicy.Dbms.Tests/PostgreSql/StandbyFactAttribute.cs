using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>A test with a standby, which pg_basebackup makes; unpacked servers come without it.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class StandbyFactAttribute : FactAttribute
{
    public StandbyFactAttribute()
    {
        if (PostgresVersions.Usual != PostgresVersions.OfTheDistribution)
            Skip = "there is no pg_basebackup of this version";
    }
}
