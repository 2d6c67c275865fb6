using System.Numerics;
using System.Text.Json;

namespace RgPolicy.Dbms.Recording;

/// <summary>What a recording may hold.</summary>
internal static class RecordingLimits
{
    /// <summary>The version that is written, and the newest that is read.</summary>
    public const int Version = 1;

    /// <summary>The longest line, bytes.</summary>
    public const int Line = 32 * 1024 * 1024;

    /// <summary>The longest text of a statement, characters; what is longer is cut.</summary>
    public const int Text = 1024 * 1024;

    public const int Queries = 100_000;

    /// <summary>The most workers of a query, tables of a statement or groups of a session.</summary>
    public const int Members = 10_000;

    public const int Operators = 50_000;

    /// <summary>The most entries that queries may refer to before their numbers are given up.</summary>
    public const int Entries = 8192;

    /// <summary>The most bytes that these entries may take before that.</summary>
    public const long EntryBytes = 64L * 1024 * 1024;

    /// <summary>The most bytes that a recording may unpack to: weeks of a busy server, but not an endless bomb.</summary>
    public const long Unpacked = 16L * 1024 * 1024 * 1024;

    private const string SchemaName = "rgp/recording/";

    public static ReadOnlySpan<byte> Beginning => "{\"schema\":\"rgp/recording/"u8;

    /// <summary>How recordings began before they were lines of JSON.</summary>
    public static ReadOnlySpan<byte> OldBeginning => "RGREC\r\n"u8;

    /// <summary>The first member of the header.</summary>
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

    /// <summary>The sum of what was summed up before and these bytes.</summary>
    public static uint Sum(uint before, ReadOnlySpan<byte> bytes)
    {
        foreach (var each in bytes)
            before = BitOperations.Crc32C(before, each);
        return before;
    }

    /// <summary>Passes on what fits.</summary>
    /// <exception cref="JsonException">It does not fit.</exception>
    public static T Fitting<T>(this T value, bool fits) =>
        fits ? value : throw new JsonException("a value is out of its range");
}
