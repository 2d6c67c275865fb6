namespace RgPolicy.Dbms.MySql.Connect;

internal static class MySqlVersion
{
    // What MariaDB 10 puts in front of its version for replicas of MySQL.
    private const string ReplicationPrefix = "5.5.5-";

    private static readonly long[] OldestMariaDb = [10, 5];
    private static readonly long[] OldestMySql = [8, 0];

    public static bool IsMariaDb(string version) => version.Contains("MariaDB", StringComparison.OrdinalIgnoreCase);

    public static string Plain(string version) =>
        IsMariaDb(version) && version.StartsWith(ReplicationPrefix, StringComparison.Ordinal)
            ? version[ReplicationPrefix.Length..]
            : version;

    /// <summary>Its numbers, such as 10, 11, 19; none where it does not begin with one.</summary>
    public static ImmutableArray<long> Parts(string version)
    {
        var parts = ImmutableArray.CreateBuilder<long>();
        foreach (var part in Plain(version).Split('.'))
        {
            var digits = part.TakeWhile(char.IsAsciiDigit).Count();
            if (!long.TryParse(part[..digits], NumberStyles.None, CultureInfo.InvariantCulture, out var number))
                break;
            parts.Add(number);
            if (digits < part.Length)
                break;
        }

        return parts.ToImmutable();
    }

    /// <summary>Why a server of that version is not observed, or null.</summary>
    public static string? WhyNot(string version)
    {
        var (name, oldest) = IsMariaDb(version) ? ("MariaDB", OldestMariaDb) : ("MySQL", OldestMySql);
        return Parts(version) is { Length: >= 2 } parts && Compare(parts, oldest) >= 0
            ? null
            : $"{name} '{Plain(version)}' is not observed: it has to be {name} {oldest[0]}.{oldest[1]} or later";
    }

    private static int Compare(ImmutableArray<long> parts, long[] other) =>
        parts[0] != other[0] ? parts[0].CompareTo(other[0]) : parts[1].CompareTo(other[1]);
}
