using System.Globalization;
using System.Numerics;
using RgPolicy.Documents;
using RgPolicy.Documents.Status;

namespace RgPolicy.Service.Web.Views;

/// <summary>Which ways of each last-level cache a pool has.</summary>
internal static class CacheMasks
{
    /// <summary>As they are to be, by the number of the cache.</summary>
    public static IReadOnlyDictionary<string, BigInteger> Allotted(PoolStatus pool)
    {
        var masks = new Dictionary<string, BigInteger>(StringComparer.Ordinal);
        foreach (var mask in (pool.Allotment?.Masks).OrEmpty())
        {
            if (mask.After is { } hex && Read(hex.Replace("0x", "", StringComparison.Ordinal)) is { } ways)
            {
                masks[mask.Domain?.ToString(CultureInfo.InvariantCulture) ?? ""] = ways;
            }
        }

        return masks;
    }

    /// <summary>As they were read back: the masks of <c>L3:0=3;1=f</c>, by the number of the cache.</summary>
    public static IReadOnlyDictionary<string, BigInteger> InForce(PoolStatus pool)
    {
        var masks = new Dictionary<string, BigInteger>(StringComparer.Ordinal);
        var text = pool.ReadBack?.CacheMask ?? "";
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        foreach (var part in colon < 0 ? [] : text[(colon + 1)..].Split(';'))
        {
            if (part.Split('=') is [var cache, var hex] && Read(hex.Trim()) is { } ways)
            {
                masks[cache.Trim()] = ways;
            }
        }

        return masks;
    }

    private static BigInteger? Read(string hex) =>
        BigInteger.TryParse("0" + hex, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var mask)
            ? mask
            : null;
}
