using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>A test with a standby, which pg_basebackup makes; unpacked servers come without it.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class StandbyFactAttribute : FactAttribute
{
    public StandbyFactAttribute()
    {
        if (PostgresVersions.Usual != PostgresVersions.OfTheDistribution)
            Skip =
                "unpacked servers have no pg_basebackup: tried on the distribution's server, without "
                + "RGPOLICY_PG_VERSION";
    }
}
