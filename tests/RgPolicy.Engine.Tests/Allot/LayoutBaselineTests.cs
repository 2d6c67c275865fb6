using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Tests.Building;

namespace RgPolicy.Engine.Tests.Allot;

/// <summary>Where masks are placed for drawn requests, and where they stay or go as the requests change: of several
/// layouts that are as good, it is always the same one.</summary>
public sealed class LayoutBaselineTests
{
    [Theory]
    [InlineData("tight", 11, 0UL, false, 5)]
    [InlineData("shared_ways", 12, 0b1100_0000_0000UL, false, 16)]
    [InlineData("middle_ways", 10, 0b0000_0110_0000UL, false, 9)]
    [InlineData("low_ways", 12, 0b11UL, false, 9)]
    [InlineData("sparse", 16, 0b11UL, true, 12)]
    [InlineData("wide", 20, 0xc0000UL, false, 17)]
    public void Solve_RequestsThatChange_PlacesMasksAsWritten(
        string name,
        int ways,
        ulong shareable,
        bool isSparse,
        int classes
    )
    {
        var hardware = new CacheHardware(ways, isSparse ? 1 : 2, shareable, isSparse, classes, [0, 1]);
        Baseline.Check($"layout_{name}.txt", Enumerable.Range(1, 7).SelectMany(seed => Changes(hardware, seed)));
    }

    private static IEnumerable<string> Changes(CacheHardware hardware, int seed)
    {
        var random = new Random(seed);
        var requests = Enumerable.Range(0, 2 + seed).Select(pool => Draw(random, pool, hardware)).ToImmutableArray();
        CacheLayout? layout = null;
        for (var step = 0; step < 5; step++)
        {
            layout = CacheSolver.Solve(hardware, requests, layout);
            yield return $"== {seed}, step {step}: {string.Join(", ", requests.Select(Text))}";
            foreach (var line in Lines(layout))
                yield return line;

            var pool = random.Next(requests.Length);
            requests =
                random.Next(4) == 0 && requests.Length > 2
                    ? requests.RemoveAt(requests.Length - 1)
                    : requests.SetItem(pool, Draw(random, pool, hardware));
        }
    }

    private static CacheRequest Draw(Random random, int pool, CacheHardware hardware) =>
        new(
            pool,
            random.Next(1, random.Next(3) == 0 ? hardware.Ways + 1 : (hardware.Ways / 2) + 1),
            random.Next(3),
            random.Next(3) == 0,
            random.Next(4) == 0 ? 10 * random.Next(1, 10) : 100,
            random.Next(4) == 0 ? (ulong)random.Next(1, 3) : ulong.MaxValue
        );

    private static string Text(CacheRequest request) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{request.Ways}{(request.Floor > 0 ? $" at least {request.Floor}" : "")}{(request.IsExclusive ? "x" : "")}{(request.Bandwidth < 100 ? $" {request.Bandwidth}%" : "")}{(request.Domains < 9 ? $" in {request.Domains}" : "")}"
        );

    private static IEnumerable<string> Lines(CacheLayout layout) =>
        layout
            .Classes.Select(item =>
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"    {item.Number} of {string.Join(' ', item.Pools)}{(item.IsExclusive ? " alone" : "")} {item.Ways} {item.Bandwidth}%: {string.Join(' ', item.Masks.Select(Bits))}"
                )
            )
            .Concat(layout.Notes.Select(note => $"    {note.Pool} {note.Text}"));

    private static string Bits(ulong mask) => Convert.ToString((long)mask, 2).Replace('0', '.');
}
