using System.Numerics;

namespace RgPolicy.Cli.Simulate.Charts;

/// <summary>The ways that each pool may fill, over time, in the first last-level cache.</summary>
internal static class MaskChart
{
    private const double Names = 170;
    private const double Width = 760;
    private const double WayHeight = 4;

    // More changes than this could not be told apart.
    private const int MostMaps = 400;

    public static string Draw(IReadOnlyList<MaskMap> all, double seconds, int ways)
    {
        var maps = all.Take(MostMaps).ToList();
        var pools = maps.SelectMany(map => map.Pools.Select(pool => pool.Pool))
            .Where(name => name.Length > 0)
            .Distinct(StringComparer.Ordinal)
            .ToList();
        var band = (ways * WayHeight) + 14;
        var page = new SvgPage(Width, (pools.Count * band) + 24, "Ways of each pool over time");
        for (var index = 0; index < pools.Count; index++)
        {
            page.Text(Names - 8, (index * band) + (band / 2), pools[index], "end");
            page.Box(Names, index * band, Width - Names, ways * WayHeight, "ground");
            DrawPool(page, maps, pools[index], seconds, index * band, ways);
        }

        page.Text(Names, (pools.Count * band) + 14, "0 s");
        page.Text(Width, (pools.Count * band) + 14, Invariant($"{seconds:0.#} s"), "end");
        return page.ToString();
    }

    private static void DrawPool(SvgPage page, List<MaskMap> maps, string pool, double seconds, double top, int ways)
    {
        var scale = (Width - Names) / Math.Max(1e-9, seconds);
        for (var index = 0; index < maps.Count; index++)
        {
            var end = index + 1 < maps.Count ? maps[index + 1].Seconds : seconds;
            if (maps[index].Pools.FirstOrDefault(each => each.Pool == pool) is not { } found)
                continue;
            foreach (var (first, count) in Runs(found.Masks[0]))
            {
                // The lowest way lies at the bottom.
                var high = top + ((ways - first - count) * WayHeight);
                page.Box(
                    Names + (maps[index].Seconds * scale),
                    high,
                    (end - maps[index].Seconds) * scale,
                    count * WayHeight,
                    "ways",
                    Invariant($"{pool}: 0x{found.Masks[0]:x} from {maps[index].Seconds:0.0} s")
                );
            }
        }
    }

    private static IEnumerable<(int First, int Count)> Runs(ulong mask)
    {
        while (mask != 0)
        {
            var first = BitOperations.TrailingZeroCount(mask);
            var count = BitOperations.TrailingZeroCount(~(mask >> first));
            yield return (first, count);
            mask &= ~(((1UL << count) - 1) << first);
        }
    }
}
