using RgPolicy.Engine.Objectives;
using RgPolicy.Engine.Rules;
using RgPolicy.Engine.Sharing;
using RgPolicy.Engine.Strategies;

namespace RgPolicy.Engine.Decide;

/// <summary>The governor's patience; the defaults are the measured ones.</summary>
internal sealed record GovernorOptions
{
    /// <summary>A query younger than this at the poll that sees it is not moved in that turn.</summary>
    public TimeSpan MinimumAge { get; init; } = TimeSpan.FromMilliseconds(20);

    /// <summary>A backend that blocked others stays out until it has blocked nothing for this long.</summary>
    public TimeSpan ReleaseBlockersFor { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>A backend that committed, or held or waited for a lightweight lock, stays out until that was not seen
    /// for this long.</summary>
    public TimeSpan ReleaseCommitsFor { get; init; } = TimeSpan.FromMilliseconds(500);

    /// <summary>The server is asked for blockers at most this often.</summary>
    public TimeSpan BlockingInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>A move is tried this often; then the query stays where it is. Letting go is tried until
    /// it succeeds.</summary>
    public int MaximumAttempts { get; init; } = 3;

    /// <summary>The pause after a first failure; it doubles with each further one.</summary>
    public TimeSpan FirstBackOff { get; init; } = TimeSpan.FromMilliseconds(200);

    /// <summary>The longest pause between two attempts.</summary>
    public TimeSpan LongestBackOff { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>So long after the last sign of something to protect the throttled pools keep their low weight.</summary>
    public TimeSpan ProtectFor { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How patient cache strategies are.</summary>
    public StrategyOptions Strategy { get; init; } = new();

    /// <summary>How patient the controllers of objectives are.</summary>
    public ObjectiveOptions Objectives { get; init; } = new();

    /// <summary>How much rules remember.</summary>
    public RuleOptions Rules { get; init; } = new();

    /// <summary>The server's part of its host; null where it is alone.</summary>
    public HostTenant? Tenant { get; init; }

    /// <summary>Events of one turn; further ones are counted and dropped.</summary>
    public int MaximumEvents { get; init; } = 256;
}
