using System.Globalization;
using System.Numerics;
using System.Text.Json;

namespace RgPolicy.Service.Web;

/// <summary>The pools on the status page: what was asked for, what is in force, and which ways of the cache each has.</summary>
internal static class StatusPagePools
{
    private const int MostWays = 64;

    public static void Write(HtmlText page, JsonElement status)
    {
        var pools = status.GetProperty("pools");
        page.Table("Pools", ["pool", "setting", "requested", "in force", "takes effect"], pools.EnumerateArray().SelectMany(Rows));
        var masks = pools.EnumerateArray().SelectMany(Masks).ToList();
        if (masks.Count > 0)
        {
            WriteWays(page, masks);
        }

        foreach (var pool in pools.EnumerateArray())
        {
            foreach (var problem in Problems(pool))
            {
                page.Paragraph("note", $"Pool {Field.Text(pool, "name")}: {problem}");
            }
        }
    }

    private static IEnumerable<IReadOnlyList<string>> Rows(JsonElement pool)
    {
        foreach (var setting in pool.GetProperty("settings").EnumerateArray())
        {
            yield return
            [
                Field.Text(pool, "name"), Field.Text(setting, "name"), Field.Text(setting, "requested"), Field.Text(setting, "effective"),
                Field.Text(setting, "effect"),
            ];
        }

        if (pool.GetProperty("read_back") is { ValueKind: JsonValueKind.Object } readBack)
        {
            yield return [Field.Text(pool, "name"), "(read back)", "", Field.Text(readBack, "cpu_lever"), Field.Text(readBack, "cache_mask")];
            if (Field.Text(readBack, "read_limit") is { Length: > 0 } limit)
            {
                yield return [Field.Text(pool, "name"), "(read back)", "", limit, ""];
            }
        }
    }

    private static IEnumerable<string> Problems(JsonElement pool) =>
        pool.GetProperty("read_back") is { ValueKind: JsonValueKind.Object } readBack
            ? readBack.GetProperty("problems").EnumerateArray().Select(each => each.GetString() ?? "")
            : [];

    /// <summary>The masks of <c>L3:0=3;1=f</c>, domain by domain.</summary>
    private static IEnumerable<(string Pool, string Domain, BigInteger Mask)> Masks(JsonElement pool)
    {
        var text = pool.GetProperty("read_back") is { ValueKind: JsonValueKind.Object } readBack
            ? readBack.GetProperty("cache_mask").GetString() ?? ""
            : "";
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        if (colon < 0)
        {
            yield break;
        }

        foreach (var part in text[(colon + 1)..].Split(';'))
        {
            if (part.Split('=') is [var domain, var hex]
                && BigInteger.TryParse("0" + hex.Trim(), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var mask))
            {
                yield return (Field.Text(pool, "name"), text[..colon] + " " + domain.Trim(), mask);
            }
        }
    }

    private static void WriteWays(HtmlText page, List<(string Pool, string Domain, BigInteger Mask)> masks)
    {
        var ways = (int)Math.Min(MostWays, masks.Max(each => each.Mask.GetBitLength()));
        page.Markup("<div class=\"wide\"><table><caption>Ways of the last-level cache, the highest first</caption>\n");
        page.Markup("<thead><tr><th scope=\"col\">pool</th><th scope=\"col\">cache</th><th scope=\"col\">ways</th></tr></thead><tbody>\n");
        foreach (var (pool, domain, mask) in masks)
        {
            var drawn = string.Concat(Enumerable.Range(1, ways).Select(way => (mask >> (ways - way) & 1).IsZero ? '\u00b7' : '\u2588'));
            page.Markup("<tr><td>").Text(pool).Markup("</td><td>").Text(domain).Markup("</td><td class=\"ways\">").Text(drawn).Markup("</td></tr>\n");
        }

        page.Markup("</tbody></table></div>\n");
    }
}
