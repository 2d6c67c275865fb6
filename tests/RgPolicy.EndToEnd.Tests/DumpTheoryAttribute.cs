using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.EndToEnd.Tests;

/// <summary>A test with root's rights in which the distribution's pg_dump dumps the tests' server, which may not be a
/// newer one.</summary>
internal sealed class DumpTheoryAttribute : TheoryAttribute
{
    public DumpTheoryAttribute()
    {
        if (!Environment.IsPrivilegedProcess)
            Skip = "governing processes needs root: run as root";
        else if (PostgresVersions.Usual != PostgresVersions.OfTheDistribution)
            Skip = "the distribution's pg_dump may be older than this server: tried without RGPOLICY_PG_VERSION";
    }
}
