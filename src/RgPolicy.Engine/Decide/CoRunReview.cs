using RgPolicy.Engine.Compile;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Decide;

/// <summary>Puts what a governor knows of running queries before the advisor.</summary>
internal sealed class CoRunReview(PolicyProgram program, IEnumerable<TrackedQuery> tracked, DateTimeOffset now)
{
    /// <summary>See <see cref="ICoRunAdvisor.Admit"/>.</summary>
    public CoRunAdvice? Admit(IReadOnlyList<CoRunQuery> waiting) =>
        CoRunAdvisor.IsAsked(program.Policy) ? CoRunAdvisor.Advise(Running(), waiting, Options()) : null;

    /// <summary>See <see cref="ICoRunAdvisor.Review"/>.</summary>
    public CoRunAdvice? Review() =>
        CoRunAdvisor.IsAsked(program.Policy)
            ? CoRunAdvisor.Advise([], Running(), Options() with { LongestWait = TimeSpan.MaxValue })
            : null;

    /// <summary>What the review says of one query; null when it says nothing of it.</summary>
    public CoRunVerdict? Of(ObservedQuery query)
    {
        if (Review() is not { } advice)
            return null;

        if (advice.Admissions.FirstOrDefault(item => item.Query.Id == query.Id) is { } admission)
            return new CoRunVerdict(true, admission.Reason);

        if (advice.Held.FirstOrDefault(item => item.Query.Id == query.Id) is { } hold)
            return new CoRunVerdict(false, hold.Reason);

        return null;
    }

    private CoRunOptions Options() =>
        new()
        {
            Slots = program.Target.Cores,
            IsPartitioned =
                program.Target.LlcWays > 0
                && program.Pools.Any(pool => pool.Throttles && pool.WayCount < program.Target.LlcWays),
            LlcBytes = program.Target.LlcBytes,
        };

    private ImmutableArray<CoRunQuery> Running() => [.. tracked.Where(TakesPart).Select(Describe)];

    /// <summary>Short transactions, and what is never governed, pass every gate.</summary>
    private static bool TakesPart(TrackedQuery tracked) =>
        tracked.Reason is PlacementReason.InPool or PlacementReason.Rule
        && tracked.Query.Plan.Profile
            is {
                Locality: not null,
                Shape: PlanShape.Scan or PlanShape.Join or PlanShape.Aggregation or PlanShape.Sort
            };

    private CoRunQuery Describe(TrackedQuery tracked)
    {
        var age = now - tracked.Query.Started;
        return CoRunQuery.Of(
            tracked.Query,
            program.Policy.Classes[tracked.Decision.ClassIndex].Name,
            age < TimeSpan.Zero ? TimeSpan.Zero : age
        );
    }
}
