using System.Globalization;
using System.Numerics;
using RgPolicy.Documents;
using RgPolicy.Documents.Status;
using static RgPolicy.Service.Web.Field;

namespace RgPolicy.Service.Web;

/// <summary>The pools on the status page: what was asked for, what is in force, and which ways of the
/// cache each has.</summary>
internal static class StatusPagePools
{
    private const int MostWays = 64;

    public static void Write(HtmlText page, IReadOnlyList<PoolStatus> pools, bool isEnforced)
    {
        page.Table(
            "Pools",
            ["pool", "setting", "requested", isEnforced ? "in force" : "would be", "takes effect"],
            pools.SelectMany(Rows)
        );
        var masks = pools.SelectMany(Masks).ToList();
        if (masks.Count > 0)
        {
            WriteWays(page, masks);
        }

        foreach (var pool in pools)
        {
            foreach (var problem in (pool.ReadBack?.Problems).OrEmpty())
            {
                page.Paragraph("note", $"Pool {Text(pool.Name)}: {problem}");
            }
        }
    }

    private static IEnumerable<IReadOnlyList<string>> Rows(PoolStatus pool)
    {
        foreach (var setting in pool.Settings.OrEmpty())
        {
            yield return
            [
                Text(pool.Name),
                Text(setting.Name),
                Text(setting.Requested),
                Text(setting.Effective),
                Text(setting.Effect),
            ];
        }

        if (pool.ReadBack is { } readBack)
        {
            yield return [Text(pool.Name), "(read back)", "", Text(readBack.CpuLever), Text(readBack.CacheMask)];
            if (readBack.ReadLimit is { Length: > 0 } limit)
            {
                yield return [Text(pool.Name), "(read back)", "", limit, ""];
            }
        }
    }

    /// <summary>The masks of <c>L3:0=3;1=f</c>, domain by domain.</summary>
    private static IEnumerable<(string Pool, string Domain, BigInteger Mask)> Masks(PoolStatus pool)
    {
        var text = pool.ReadBack?.CacheMask ?? "";
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        if (colon < 0)
        {
            yield break;
        }

        foreach (var part in text[(colon + 1)..].Split(';'))
        {
            if (
                part.Split('=') is [var domain, var hex]
                && BigInteger.TryParse(
                    "0" + hex.Trim(),
                    NumberStyles.AllowHexSpecifier,
                    CultureInfo.InvariantCulture,
                    out var mask
                )
            )
            {
                yield return (Text(pool.Name), text[..colon] + " " + domain.Trim(), mask);
            }
        }
    }

    private static void WriteWays(HtmlText page, List<(string Pool, string Domain, BigInteger Mask)> masks)
    {
        var ways = (int)Math.Min(MostWays, masks.Max(each => each.Mask.GetBitLength()));
        page.Markup("<div class=\"wide\"><table><caption>Ways of the last-level cache, the highest first</caption>\n");
        page.Markup(
            "<thead><tr><th scope=\"col\">pool</th><th scope=\"col\">cache</th><th "
                + "scope=\"col\">ways</th></tr></thead><tbody>\n"
        );
        foreach (var (pool, domain, mask) in masks)
        {
            var drawn = string.Concat(
                Enumerable.Range(1, ways).Select(way => (mask >> (ways - way) & 1).IsZero ? '\u00b7' : '\u2588')
            );
            page.Markup("<tr><td>")
                .Text(pool)
                .Markup("</td><td>")
                .Text(domain)
                .Markup("</td><td class=\"ways\">")
                .Text(drawn)
                .Markup("</td></tr>\n");
        }

        page.Markup("</tbody></table></div>\n");
    }
}
