using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Engine.Tests.Building;

namespace RgPolicy.Engine.Tests.Signals.Scales;

/// <summary>Where numbers are looked for: cells of a grid, and groups of cells that fit into a byte.</summary>
public sealed class KeyGridTests
{
    private static readonly (string Name, double[] Bounds)[] Kinds =
    [
        ("none", []),
        ("one", [1]),
        ("zero", [0]),
        ("negative", [-5, -1]),
        ("around zero", [-2, 0, 3]),
        ("neighbours", [1, Math.BitIncrement(1)]),
        ("fractions", [0.1, 0.2, 0.25, 0.5]),
        ("twenty", [.. Enumerable.Range(1, 20).Select(number => (double)number)]),
        ("powers", [.. Enumerable.Range(0, 40).Select(power => Math.Pow(2, power))]),
        ("sizes", [.. Enumerable.Range(1, 17).Select(number => number * 4096.0 * number)]),
        ("hundreds", [.. Enumerable.Range(1, 130).Select(number => number * 100.0)]),
        ("many", [.. Enumerable.Range(1, 700).Select(number => number * 1e6)]),
        ("close", [.. Enumerable.Range(0, 300).Select(number => 1e12 + number)]),
        ("two heaps", [.. Enumerable.Range(1, 150).Select(number => number < 100 ? number / 8.0 : 1e9 + number)]),
    ];

    [Fact]
    public void Of_BoundsOfAllKinds_HasTheCellsAndGroupsThatAreWritten() =>
        Baseline.Check("key_grids.txt", Kinds.SelectMany(kind => Lines(kind.Name, kind.Bounds)));

    [Fact]
    public void CellOf_AnyBounds_GrowsWithTheKeyAndKeepsApartWhatItCan()
    {
        foreach (var (_, bounds) in Kinds)
        {
            var grid = new KeyGrid(bounds);
            var keys = bounds
                .SelectMany(bound => new[] { Math.BitDecrement(bound), bound, Math.BitIncrement(bound), bound * 1.5 })
                .Concat([double.MinValue, -1, 0, double.Epsilon, 1, double.MaxValue])
                .Order()
                .ToList();

            Assert.All(
                keys.Zip(keys.Skip(1)),
                pair => Assert.True(grid.CellOf(pair.First) <= grid.CellOf(pair.Second) || pair.Second <= 0)
            );
            Assert.All(keys, key => Assert.InRange(grid.CellOf(key), 0, grid.Count - 1));
            Assert.All(
                bounds.Where(bound => bound > 0),
                bound => Assert.InRange(grid.CellOf(bound), 1, grid.Count - 2)
            );
        }
    }

    private static IEnumerable<string> Lines(string name, double[] bounds)
    {
        var grid = new KeyGrid(bounds);
        var groups = CellGroups.Of(grid, bounds);
        yield return Text($"{name}: {grid.Count} cells in {groups[^1] + 1} groups");
        yield return "    bounds in " + string.Join(' ', Runs([.. bounds.Select(grid.CellOf)]));
        yield return "    groups " + string.Join(' ', Runs([.. groups.Select(group => (int)group)]));
        yield return Text(
            $"    ends {grid.CellOf(double.MinValue)} {grid.CellOf(0)} {grid.CellOf(double.Epsilon)} {grid.CellOf(double.MaxValue)}"
        );
    }

    private static IEnumerable<string> Runs(int[] numbers)
    {
        for (var start = 0; start < numbers.Length; )
        {
            var end = start;
            while (end < numbers.Length && numbers[end] == numbers[start])
                end++;

            yield return end - start == 1 ? Text($"{numbers[start]}") : Text($"{numbers[start]}x{end - start}");
            start = end;
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
