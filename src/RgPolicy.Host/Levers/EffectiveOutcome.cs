using RgPolicy.Host.Protocol;

namespace RgPolicy.Host.Levers;

/// <summary>What a pool has in force: a setting that was written and has no effect on this host is not in force.</summary>
internal static class EffectiveOutcome
{
    /// <summary>The outcome without what has no effect.</summary>
    /// <param name="outcome">What was read back.</param>
    /// <param name="levers">The levers at this moment.</param>
    public static PoolOutcome Of(PoolOutcome outcome, IReadOnlyList<LeverReport> levers)
    {
        return
            outcome.CpuLever is not null
            && levers.FirstOrDefault(each => each is { Lever: LeverNames.CpuCgroup, State: LeverNames.Inert })
                is { } inert
            ? outcome with
            {
                CpuShare = null,
                CpuLever = null,
                Problems = [.. outcome.Problems, $"cpu weight: {inert.Reason}"],
            }
            : outcome;
    }
}
