namespace RgPolicy.SimulationProof.Traces;

/// <summary>Reads a mix line by line.</summary>
internal static class TraceRun
{
    // So many accesses for each line of the cache, before and while hits are counted.
    private const int WarmUp = 30;
    private const int Counted = 40;

    // Lines of different items are different lines.
    private const int ItemShift = 40;

    /// <summary>The part of the accesses to each item that found their line; not a number where there were too
    /// few.</summary>
    public static double[] HitRatios(TracedMix mix, IReplacement replacement, Random random)
    {
        var cache = new TracedCache(mix.Sets, mix.Ways, replacement);
        var (positions, hits, reads) = (
            new long[mix.Items.Length],
            new long[mix.Items.Length],
            new long[mix.Items.Length]
        );
        var edges = Edges(mix.Items);
        for (var step = 0; step < mix.Size * (WarmUp + Counted); step++)
        {
            var index = Pick(edges, random.NextDouble());
            var item = mix.Items[index];
            var line =
                item.Lines == 0 ? positions[index]++
                : item.IsCyclic ? positions[index]++ % item.Lines
                : random.Next(item.Lines);
            var isThere = cache.Read(((ulong)(index + 1) << ItemShift) + (ulong)line, mix.Masks[item.Class]);
            if (step >= mix.Size * WarmUp)
                (hits[index], reads[index]) = (hits[index] + (isThere ? 1 : 0), reads[index] + 1);
        }

        return [.. hits.Zip(reads, (hit, read) => read > 0 ? (double)hit / read : double.NaN)];
    }

    private static double[] Edges(TracedItem[] items)
    {
        var sum = 0.0;
        return [.. items.Select(item => sum += item.Part)];
    }

    private static int Pick(double[] edges, double point)
    {
        var index = 0;
        while (index < edges.Length - 1 && edges[index] < point)
            index++;
        return index;
    }
}
