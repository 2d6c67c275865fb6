using RgPolicy.Sidecar.Tests.Integration;

namespace RgPolicy.Sidecar.Tests.Chaos;

/// <summary>Many rounds with a report; what tools/chaos/sidecar runs, on a host or in the test machine.</summary>
internal static class ChaosProgram
{
    internal static async Task<int> RunAsync(int rounds, int seed)
    {
        var counts = new SortedDictionary<ChaosVictims, int>();
        using var chaos = new ChaosRounds(seed, Eventually.RestoreBound);
        for (var round = 1; round <= rounds; round++)
        {
            var victims = await chaos.RunAsync(round);
            counts[victims] = counts.GetValueOrDefault(victims) + 1;
            if (round % 100 == 0)
            {
                Console.WriteLine(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"{round} rounds, slowest return {chaos.Slowest.TotalMilliseconds:F0} ms"
                    )
                );
            }
        }

        foreach (var (victims, count) in counts)
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{count, 5} times {victims}"));

        Console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{rounds} rounds of seed {seed}: everything was as before each time, slowest return "
                    + $"{chaos.Slowest.TotalMilliseconds:F0} ms; "
                    + $"{chaos.ForeignEdits} edits of a foreign manager, none touched; no descriptor left open"
            )
        );
        return 0;
    }
}
