using RgPolicy.Simulation.Caching;

namespace RgPolicy.SimulationProof.Traces;

/// <summary>What the model says of a traced mix.</summary>
internal static class ModelRun
{
    /// <summary>The part of the accesses to each item that find their line; 0 for streams.</summary>
    public static double[] HitRatios(TracedMix mix)
    {
        var masks = mix.Masks.Distinct().Order().ToArray();
        var cache = new CacheModel(mix.Sets, masks);
        foreach (var stream in mix.Items.Where(item => item.Lines == 0))
            cache.Streams[Array.IndexOf(masks, mix.Masks[stream.Class])] += stream.Part;
        var (used, hits) = (mix.Items.Where(item => item.Lines > 0).ToArray(), new double[mix.Items.Length]);
        cache.Solve(
            [
                .. used.Select(item => new CacheItem(
                    Array.IndexOf(masks, mix.Masks[item.Class]),
                    item.Lines,
                    item.Part,
                    item.IsCyclic
                )),
            ],
            hits
        );
        var next = 0;
        return [.. mix.Items.Select(item => item.Lines == 0 ? 0 : hits[next++])];
    }
}
