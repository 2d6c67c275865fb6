using System.Collections.Immutable;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Rules;

/// <summary>
/// The queries that rules want cancelled in the present turn. A server takes its time over a
/// cancellation, so the same query is asked for again only after a while.
/// </summary>
internal sealed class CancelRequests(TurnEvents events)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly List<QueryCancel> _asked = [];

    /// <summary>A step that cancels holds for a query.</summary>
    public void Ask(TrackedQuery tracked, CompiledRule rule, int step, DateTimeOffset now)
    {
        if (now < tracked.CancelAgain)
        {
            return;
        }

        var message = rule.Describe(step);
        if (CancelGuard.WhyNever(tracked.Query) is { } reason)
        {
            tracked.CancelAgain = DateTimeOffset.MaxValue;
            events.Add(now, "rule", tracked.Query, $"{message}: not done, {reason}");
            return;
        }

        tracked.CancelAgain = now + Patience;
        _asked.Add(new QueryCancel(tracked.Query, rule.Rule.Name));
        events.Add(now, "cancel", tracked.Query, message);
    }

    /// <summary>What was asked for since the last time.</summary>
    public ImmutableArray<QueryCancel> Take()
    {
        if (_asked.Count == 0)
        {
            return [];
        }

        ImmutableArray<QueryCancel> all = [.. _asked];
        _asked.Clear();
        return all;
    }
}
