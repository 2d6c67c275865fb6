using System.Numerics;

namespace RgPolicy.Dbms.Recording;

internal static class RecordingLimits
{
    public const int Version = 1;
    public const int Line = 32 * 1024 * 1024;

    /// <summary>The longest text of a statement, characters; what is longer is cut.</summary>
    public const int Text = 1024 * 1024;

    public const int Queries = 100_000;

    /// <summary>The most workers of a query, tables of a statement or groups of a session.</summary>
    public const int Members = 10_000;

    public const int Operators = 50_000;
    public const int Entries = 8192;
    public const long EntryBytes = 64L * 1024 * 1024;

    /// <summary>The most bytes that a recording may unpack to: weeks of a busy server, but not an endless bomb.</summary>
    public const long Unpacked = 16L * 1024 * 1024 * 1024;

    private const string SchemaName = "rgp/recording/";

    public static ReadOnlySpan<byte> Beginning => "{\"schema\":\"rgp/recording/"u8;

    public static ReadOnlySpan<byte> OldBeginning => "RGREC\r\n"u8;

    public static string Schema => FormattableString.Invariant($"{SchemaName}{Version}");

    /// <summary>The version that a schema names; 0 where it names no recording.</summary>
    public static int VersionOf(string? schema) =>
        schema?.StartsWith(SchemaName, StringComparison.Ordinal) == true
        && int.TryParse(
            schema.AsSpan(SchemaName.Length),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var version
        )
            ? version
            : 0;

    public static uint Sum(uint before, ReadOnlySpan<byte> bytes)
    {
        foreach (var each in bytes)
            before = BitOperations.Crc32C(before, each);
        return before;
    }

    public static T Fitting<T>(this T value, bool fits) =>
        fits ? value : throw new JsonException("a value is out of its range");
}
