using System.Collections.Frozen;
using System.Numerics;
using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>The ways of the last-level caches, pool by pool: filled as read back, outlined as they are to be.</summary>
internal static class WaysDrawing
{
    private const int MostWays = 64;
    private const int MostCaches = 16;
    private const int MostPools = 40;

    private static readonly FrozenDictionary<string, BigInteger> Nothing = FrozenDictionary<string, BigInteger>.Empty;
    private const int Cell = 14;
    private const int Gap = 16;

    public static void Write(HtmlText page, IReadOnlyList<PoolStatus> pools, HostStatus? host, bool isEnforced)
    {
        var rows = pools
            .Take(MostPools)
            .Select(pool => new PoolMasks(
                Text(pool.Name),
                isEnforced ? CacheMasks.InForce(pool) : Nothing,
                CacheMasks.Allotted(pool)
            ))
            .ToList();
        var caches = Caches(rows, host);
        var ways = (int)Math.Min(MostWays, Math.Max(host?.Ways ?? 0, Longest(rows)));
        page.Markup("<h2 id=\"ways-drawn\">Ways of the last-level cache, the highest first</h2>\n");
        if (ways == 0 || caches.Count == 0 || rows.Count == 0)
        {
            page.Paragraph("note", "The cache of this host cannot be divided, or the policy divides nothing of it.");
            return;
        }

        page.Paragraph(
            "note",
            isEnforced
                ? "Filled: in force, as read back from the kernel. Outlined: what the policy asks for."
                : "Outlined: what enforcing would give. Nothing is in force."
        );
        page.Markup("<div class=\"wide\">");
        var width = (ways * Cell) + Gap;
        page.BeginDrawing(
            "map",
            PoolRows.Label + (caches.Count * width),
            PoolRows.Top + (rows.Count * PoolRows.Height),
            "ways-drawn"
        );
        for (var index = 0; index < caches.Count; index++)
            page.Word("head", PoolRows.Label + (index * width), 12, "L3 " + caches[index]);

        for (var row = 0; row < rows.Count; row++)
        {
            var y = PoolRows.Top + (row * PoolRows.Height);
            PoolRows.Name(page, row, rows[row].Name);
            for (var index = 0; index < caches.Count; index++)
            {
                var x = PoolRows.Label + (index * width);
                Draw(page, PoolRows.Colour(row), rows[row].Now.GetValueOrDefault(caches[index]), (x, y), ways);
                Draw(page, "asked", rows[row].Then.GetValueOrDefault(caches[index]), (x, y), ways);
            }
        }

        page.EndDrawing().Markup("</div>\n");
        WriteTable(page, rows, caches);
    }

    private static void Draw(HtmlText page, string style, BigInteger mask, (double X, double Y) at, int ways)
    {
        for (var way = 0; way < ways; way++)
        {
            if (!(mask >> (ways - 1 - way) & 1).IsZero)
                page.Box(style, at.X + (way * Cell) + 1, at.Y + 2, Cell - 2, PoolRows.Height - 6);
        }
    }

    private static void WriteTable(HtmlText page, List<PoolMasks> rows, List<string> caches) =>
        page.Table(
            "Ways in figures",
            ["pool", "cache", "asked for", "in force"],
            from row in rows
            from cache in caches
            select new[] { row.Name, "L3 " + cache, Count(row.Then, cache), Count(row.Now, cache) },
            figures: 2..4
        );

    private static string Count(IReadOnlyDictionary<string, BigInteger> masks, string cache) =>
        masks.TryGetValue(cache, out var mask)
            ? Enumerable
                .Range(0, MostWays)
                .Count(way => !(mask >> way & 1).IsZero)
                .ToString(CultureInfo.InvariantCulture)
            : "-";

    private static long Longest(List<PoolMasks> rows) =>
        rows.SelectMany(row => row.Now.Values.Concat(row.Then.Values))
            .Select(mask => (long)mask.GetBitLength())
            .DefaultIfEmpty()
            .Max();

    private static List<string> Caches(List<PoolMasks> rows, HostStatus? host) =>
        [
            .. (host?.Caches)
                .OrEmpty()
                .Select(cache => cache.Id?.ToString(CultureInfo.InvariantCulture) ?? "")
                .Concat(rows.SelectMany(row => row.Now.Keys.Concat(row.Then.Keys)))
                .Distinct(StringComparer.Ordinal)
                .Take(MostCaches),
        ];

    private sealed record PoolMasks(
        string Name,
        IReadOnlyDictionary<string, BigInteger> Now,
        IReadOnlyDictionary<string, BigInteger> Then
    );
}

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
                masks[mask.Domain?.ToString(CultureInfo.InvariantCulture) ?? ""] = ways;
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
                masks[cache.Trim()] = ways;
        }

        return masks;
    }

    private static BigInteger? Read(string hex) =>
        BigInteger.TryParse("0" + hex, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var mask)
            ? mask
            : null;
}
