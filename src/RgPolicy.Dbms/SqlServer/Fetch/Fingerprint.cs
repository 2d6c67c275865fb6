using System.Globalization;

namespace RgPolicy.Dbms.SqlServer.Fetch;

/// <summary>A query_hash as the server and plan documents print it.</summary>
internal static class Fingerprint
{
    /// <summary>Such as <c>0x1A2B3C4D5E6F7081</c>; empty for none.</summary>
    public static string Of(long queryHash) =>
        queryHash == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $"0x{queryHash:X16}");

    /// <summary>The hash of a fingerprint, or null for another text.</summary>
    public static long? Parse(string fingerprint) =>
        fingerprint.StartsWith("0x", StringComparison.Ordinal)
        && long.TryParse(
            fingerprint.AsSpan(2),
            NumberStyles.AllowHexSpecifier,
            CultureInfo.InvariantCulture,
            out var hash
        )
            ? hash
            : null;
}
