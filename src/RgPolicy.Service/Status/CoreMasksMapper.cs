using RgPolicy.Documents.Status;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Service.Status;

/// <summary>The masks of CPUs, in a status: as asked for, and as the sidecar read them back.</summary>
internal static class CoreMasksMapper
{
    /// <summary>Maps them.</summary>
    public static CoreMasksStatus Map(CoreMaskState masks) => new(
        masks.Problem, masks.IsReady,
        [.. masks.Pools.Select(pool => new CorePoolStatus(
            pool.Name, CorePoolWords.Cpus(pool), CorePoolWords.Masks(pool), pool.Reason,
            masks.ReadBack.FirstOrDefault(each => each.Number == pool.Number) is { } outcome ? ReadBack(outcome) : null))]);

    private static CoreReadBack ReadBack(PoolOutcome outcome) => new(outcome.CacheMask, outcome.CacheCpus, outcome.Problems);
}
