using RgPolicy.Service.Enforcing;

namespace RgPolicy.Service.Loop;

/// <summary>Has moves that failed tried again when what they rest on has changed. A server that starts has no groups
/// until they are handed over, and a query that begins before would otherwise stay where it is to its end.</summary>
internal sealed class FailedMoves(SidecarLink link, PolicyInForce policy, TimeProvider time)
{
    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(500);

    private string? _conditions;
    private long _looked;

    /// <summary>Looks at what the sidecar has, while there are failures, and tells the governor when it is
    /// something else.</summary>
    public async Task RetryAsync(CancellationToken cancellationToken)
    {
        if (!policy.Governor.HasFailures)
        {
            _conditions = null;
            return;
        }

        if (_conditions is not null && time.GetElapsedTime(_looked) < Pace)
            return;

        _looked = time.GetTimestamp();
        if (await link.GetStateAsync(cancellationToken) is not { } state)
            return;

        var (before, now) = (_conditions, ConditionsOf(state));
        _conditions = now;
        if (before is not null && before != now)
            policy.Governor.Retry();
    }

    // Without weights and the like, which follow what runs.
    private static string ConditionsOf(SidecarState state)
    {
        var levers = state.Levers.Select(lever => $"{lever.Lever} {lever.State} {lever.Reason}");
        var pools = state.Pools.Select(pool =>
            Invariant(
                $"{pool.Number} {pool.CpuLever is null} {pool.CacheMask is null} {pool.ReadLimit is null} {string.Join("; ", pool.Problems)}"
            )
        );
        var lines = levers.Concat(pools).Prepend(Invariant($"{state.Postmaster}"));
        return string.Join('\n', lines);
    }
}
