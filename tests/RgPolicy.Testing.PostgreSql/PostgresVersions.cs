using System.Globalization;

namespace RgPolicy.Testing.PostgreSql;

/// <summary>The major versions that RgPolicy governs and that the tests can start beside the
/// distribution's own.</summary>
public static class PostgresVersions
{
    /// <summary>All of them, the oldest first.</summary>
    public static IReadOnlyList<int> All { get; } = [14, 15, 16, 17, 18];

    /// <summary>Why nothing can be tried on that version here, or null when it can.</summary>
    public static string? ReasonToSkip(int version) =>
        PostgresBinaries.Find(version) is null
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"PostgreSQL {version} is not here: tools/postgres-servers/install unpacks it"
            )
            : null;
}
