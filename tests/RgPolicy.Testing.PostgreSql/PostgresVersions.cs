namespace RgPolicy.Testing.PostgreSql;

/// <summary>The major versions that RgPolicy governs and that the tests can start beside the
/// distribution's own.</summary>
internal static class PostgresVersions
{
    /// <summary>All of them, the oldest first.</summary>
    public static IReadOnlyList<int> All { get; } = [14, 15, 16, 17, 18];

    /// <summary>Stands for the server that the distribution has, whatever version it is.</summary>
    public const int OfTheDistribution = 0;

    /// <summary>The version of every test that does not ask for one: RGPOLICY_PG_VERSION, else the
    /// distribution's.</summary>
    public static int Usual { get; } =
        int.TryParse(
            Environment.GetEnvironmentVariable("RGPOLICY_PG_VERSION"),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var version
        )
            ? version
            : OfTheDistribution;

    /// <summary>Why nothing can be tried on that version here, or null when it can.</summary>
    public static string? ReasonToSkip(int version) =>
        PostgresBinaries.Find(version) is null
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"PostgreSQL {version} is not here: tools/postgres-servers/install unpacks it"
            )
            : null;
}
