using RgPolicy.Documents;
using RgPolicy.Documents.Status;
using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>The pools: what was asked for, and what is in force.</summary>
internal static class PoolSettingsView
{
    public static void Write(HtmlText page, IReadOnlyList<PoolStatus> pools, bool isEnforced)
    {
        page.Table(
            "Pools",
            ["pool", "setting", "requested", isEnforced ? "in force" : "would be", "takes effect"],
            pools.SelectMany(Rows)
        );
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
}
