using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Rules;

/// <summary>What rules remember beyond the query that they act on.</summary>
internal sealed class RuleMemory(RuleOptions options, TurnEvents events)
{
    /// <summary>Fingerprints whose later executions go elsewhere.</summary>
    public QuarantineList Quarantine { get; } = new(options.MaximumQuarantined, events);

    /// <summary>Statements whose later executions get less.</summary>
    public ShrinkList Shrinks { get; } = new(options.MaximumShrunk, options.ShrinkFor, events);

    /// <summary>Queries that are to be cancelled.</summary>
    public CancelRequests Cancels { get; } = new(events);

    /// <summary>What a step does once, when it begins to hold.</summary>
    public void Enter(TrackedQuery tracked, CompiledRule rule, CompiledStep step, DateTimeOffset now)
    {
        switch (step.Action)
        {
            case RuleAction.ShrinkNext:
                Shrinks.Put(tracked, rule.Rule.Name, now);
                break;
            case RuleAction.Quarantine action
                when tracked.Query.Statement is { Fingerprint: { Length: > 0 } fingerprint }:
                Quarantine.Put(
                    new Quarantine(
                        fingerprint,
                        action.Pool?.Name,
                        rule.Rule.Name,
                        tracked.Query.Id,
                        now,
                        now + action.Duration
                    )
                );
                break;
        }
    }

    /// <summary>Ends what is over.</summary>
    /// <returns>True when it concerns where running queries should be.</returns>
    public bool EndExpired(DateTimeOffset now)
    {
        Shrinks.EndExpired(now);
        return Quarantine.EndExpired(now);
    }
}

/// <summary>How much rules remember, and for how long.</summary>
internal sealed record RuleOptions
{
    /// <summary>Fingerprints in quarantine at the same time; beyond, those that end first are forgotten.</summary>
    public int MaximumQuarantined { get; init; } = 4096;

    /// <summary>So long after the last occasion the executions of a statement that a rule has shrunk
    /// get less.</summary>
    public TimeSpan ShrinkFor { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Statements that rules have shrunk at the same time; beyond, those that end first are
    /// forgotten.</summary>
    public int MaximumShrunk { get; init; } = 4096;
}
