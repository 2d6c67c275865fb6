using System.Collections.Concurrent;

namespace RgPolicy.SimulationProof.Traces;

/// <summary>Draws mixes and holds the model against the trace.</summary>
internal static class TraceProof
{
    private const double Far = 0.1;

    /// <summary>The kinds of items that errors are told for.</summary>
    public static string[] Kinds { get; } =
    [
        "LRU, one mask for all",
        "LRU, several masks",
        "LRU, read in circles",
        "tree pseudo-LRU, one mask for all",
        "tree pseudo-LRU, several masks",
        "tree pseudo-LRU, read in circles",
    ];

    /// <summary>Compares.</summary>
    /// <param name="mixes">How many.</param>
    /// <param name="seed">The first one's; each further mix has the next.</param>
    /// <param name="tell">Told of mixes in which an item under LRU is far off.</param>
    public static ErrorTable[] Compare(int mixes, int seed, Action<string> tell)
    {
        var results = new ConcurrentBag<ErrorTable[]>();
        Parallel.For(0, mixes, () => NewTables(), (index, _, tables) => One(seed + index, tables, tell), results.Add);
        var sums = NewTables();
        foreach (var tables in results)
        {
            for (var kind = 0; kind < sums.Length; kind++)
                sums[kind].Add(tables[kind]);
        }

        return sums;
    }

    private static ErrorTable[] NewTables() => [.. Kinds.Select(_ => new ErrorTable())];

    private static ErrorTable[] One(int seed, ErrorTable[] tables, Action<string> tell)
    {
        var random = new Random(seed);
        var mix = TracedMix.Draw(random);
        var model = ModelRun.HitRatios(mix);
        var lru = TraceRun.HitRatios(mix, new LeastRecent(mix.Sets, mix.Ways), random);
        var tree = TraceRun.HitRatios(mix, new TreeRecent(mix.Sets, mix.Ways), random);
        var isShared = mix.Masks.Distinct().Count() == 1;
        for (var index = 0; index < mix.Items.Length; index++)
        {
            var item = mix.Items[index];
            if (item.Lines == 0)
                continue;
            var kind =
                item.IsCyclic ? 2
                : isShared ? 0
                : 1;
            tables[kind].Add(model[index], lru[index]);
            tables[kind + 3].Add(model[index], tree[index]);
            if (Math.Abs(model[index] - lru[index]) > Far)
                tell(
                    FormattableString.Invariant(
                        $"seed {seed}: item {index} {item}: model {model[index]:0.000}, trace {lru[index]:0.000}"
                    )
                );
        }

        return tables;
    }
}
