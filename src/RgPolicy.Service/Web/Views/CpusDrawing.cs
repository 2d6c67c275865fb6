using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>Which CPUs and which share of them each pool has, cache by cache.</summary>
internal static class CpusDrawing
{
    private const int MostCpus = 512;
    private const int MostPools = 40;
    private const int Gap = 10;
    private const int ShareWidth = 60;

    public static void Write(HtmlText page, IReadOnlyList<PoolStatus> pools, HostStatus? host, bool isEnforced)
    {
        var caches = (host?.Caches).OrEmpty().Select(cache => (IReadOnlyList<int>)[.. cache.Cpus ?? []]).ToList();
        var shown = pools.Take(MostPools).ToList();
        page.Markup("<h2 id=\"cpus-drawn\">CPUs and weights</h2>\n");
        if (caches.Sum(cache => cache.Count) is 0 or > MostCpus || shown.Count == 0)
        {
            WriteTable(page, shown, isEnforced);
            return;
        }

        page.Paragraph(
            "note",
            isEnforced
                ? "A box is a CPU, in groups that share a cache; filled where the pool's queries may run by the "
                    + "policy. The bars are the pool's CPU weight beside that of the protected pool, as read back where "
                    + "it is known, and the share of the memory bandwidth by the policy."
                : "Nothing is in force; this is what enforcing would give. A box is a CPU, in groups that share "
                    + "a cache; filled where the pool's queries would run. The bars are the pool's CPU weight beside "
                    + "that of the protected pool, and its share of the memory bandwidth."
        );
        Draw(page, shown, caches, isEnforced);
        WriteTable(page, shown, isEnforced);
    }

    private static void Draw(HtmlText page, List<PoolStatus> pools, List<IReadOnlyList<int>> caches, bool isEnforced)
    {
        var cell = caches.Sum(cache => cache.Count) > 64 ? 7 : 14;
        var bandwidth = PoolRows.Label + ShareWidth + Gap;
        var left = bandwidth + ShareWidth + Gap;
        var width = left + caches.Sum(cache => (cache.Count * cell) + Gap);
        page.Markup("<div class=\"wide\">")
            .BeginDrawing("map", width, PoolRows.Top + (pools.Count * PoolRows.Height), "cpus-drawn");
        page.Word("head", PoolRows.Label, 12, "weight").Word("head", bandwidth, 12, "bandwidth");
        for (var row = 0; row < pools.Count; row++)
        {
            var y = PoolRows.Top + (row * PoolRows.Height) + 2;
            var colour = PoolRows.Colour(row);
            PoolRows.Name(page, row, Text(pools[row].Name));
            Bar(page, colour, (PoolRows.Label, y), Share(pools[row], isEnforced));
            Bar(page, colour, (bandwidth, y), (pools[row].Allotment?.MemoryBandwidthPercent ?? 100) / 100.0);
            double x = left;
            foreach (var cache in caches)
            {
                foreach (var cpu in cache)
                {
                    page.Box(MayRun(pools[row], cpu) ? colour : "asked", x, y, cell - 2, PoolRows.Height - 6);
                    x += cell;
                }

                x += Gap;
            }
        }

        page.EndDrawing().Markup("</div>\n");
    }

    private static void Bar(HtmlText page, string colour, (double X, double Y) at, double share) =>
        page.Box("asked", at.X, at.Y, ShareWidth, PoolRows.Height - 6)
            .Box(colour, at.X, at.Y, ShareWidth * Math.Clamp(share, 0, 1), PoolRows.Height - 6);

    private static double Share(PoolStatus pool, bool isEnforced) =>
        (isEnforced ? pool.ReadBack?.CpuShare : null) ?? (double?)pool.Allotment?.CpuShare ?? 1;

    private static bool MayRun(PoolStatus pool, int cpu) => pool.Allotment?.Cores?.Contains(cpu) ?? true;

    private static void WriteTable(HtmlText page, List<PoolStatus> pools, bool isEnforced) =>
        page.Table(
            "CPUs in figures",
            isEnforced
                ? ["pool", "CPUs", "weight", "memory bandwidth"]
                : ["pool", "CPUs, would be", "weight, would be", "memory bandwidth, would be"],
            pools.Select(pool =>
                new[]
                {
                    Text(pool.Name),
                    pool.Allotment?.Cores is { } cores ? Ranges(cores) : "all",
                    Invariant($"{Share(pool, isEnforced) * 100:0.#} %"),
                    pool.Allotment?.MemoryBandwidthPercent is { } percent ? Invariant($"{percent} %") : "all",
                }
            ),
            figures: 2..4
        );

    /// <summary>Such as <c>0-3,8</c>.</summary>
    private static string Ranges(IReadOnlyList<int> cpus)
    {
        var runs = new List<(int First, int Last)>();
        foreach (var cpu in cpus.Order())
        {
            if (runs.Count > 0 && runs[^1].Last + 1 == cpu)
                runs[^1] = (runs[^1].First, cpu);
            else
                runs.Add((cpu, cpu));
        }

        return string.Join(
            ',',
            runs.Select(run =>
                run.First == run.Last
                    ? run.First.ToString(CultureInfo.InvariantCulture)
                    : Invariant($"{run.First}-{run.Last}")
            )
        );
    }
}

/// <summary>Drawings with a row for each pool.</summary>
internal static class PoolRows
{
    /// <summary>The width of the names.</summary>
    public const int Label = 130;

    /// <summary>The height above the first row.</summary>
    public const int Top = 18;

    public const int Height = 22;

    private const int Colours = 7;
    private const int LongestName = 18;

    public static string Colour(int row) => Invariant($"class{Math.Min(row, Colours)}");

    public static void Name(HtmlText page, int row, string name) =>
        page.Word("name", 0, Top + (row * Height) + 14, name.Length > LongestName ? name[..LongestName] + "..." : name);
}
