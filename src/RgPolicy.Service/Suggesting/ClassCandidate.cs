using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Service.Suggesting;

/// <summary>A class that may be suggested, and what belongs to it.</summary>
/// <param name="Name">The class's name.</param>
/// <param name="Pool">Its pool.</param>
/// <param name="Condition">In the policy language.</param>
/// <param name="Takes">Whether it takes a statement with this plan, on this target: what the condition says.</param>
internal sealed record ClassCandidate(
    string Name,
    SuggestedPool Pool,
    string Condition,
    Func<PlanProfile, StatementFacts?, TargetProfile, bool> Takes
)
{
    public const string BulkLoad = "bulk_load";

    /// <summary>The class of what touches few rows.</summary>
    public const string Oltp = "oltp";

    /// <summary>All of them, in the order of the policy. No two take the same statement, and none takes one of which it
    /// does not know enough.</summary>
    public static IReadOnlyList<ClassCandidate> All { get; } =
    [
        new(
            BulkLoad,
            SuggestedPool.Polluters,
            "plan.shape = bulk_load or statement.kind in (bulk_load, index_build)",
            (plan, statement, _) => plan.Shape == PlanShape.BulkLoad || IsLoad(statement)
        ),
        new(Oltp, SuggestedPool.Critical, "plan.shape = oltp", OfShape(PlanShape.Oltp)),
        new(
            "scan",
            SuggestedPool.Polluters,
            "plan.shape = scan and plan.working_set <= host.l2 / 2",
            (plan, _, target) => plan.Shape == PlanShape.Scan && FitsInACore(plan, target)
        ),
        new(
            "wide_scan",
            SuggestedPool.Reporting,
            "plan.shape = scan and plan.working_set > host.l2 / 2",
            (plan, _, target) => plan.Shape == PlanShape.Scan && IsKnown(plan) && !FitsInACore(plan, target)
        ),
        new(
            "large_join",
            SuggestedPool.Polluters,
            "plan.shape = join and plan.working_set > 32 * host.llc",
            (plan, _, target) => plan.Shape == PlanShape.Join && IsHopeless(plan, target)
        ),
        new(
            "join",
            SuggestedPool.Reporting,
            "plan.shape = join and plan.working_set <= 32 * host.llc",
            (plan, _, target) => plan.Shape == PlanShape.Join && IsKnown(plan) && !IsHopeless(plan, target)
        ),
        new("sort", SuggestedPool.Reporting, "plan.shape = sort", OfShape(PlanShape.Sort)),
        new(
            "mass_write",
            SuggestedPool.Polluters,
            "plan.shape = write and plan.working_set <= host.l2 / 2",
            (plan, _, target) => plan.Shape == PlanShape.Write && FitsInACore(plan, target)
        ),
        new(
            "wide_write",
            SuggestedPool.Reporting,
            "plan.shape = write and plan.working_set > host.l2 / 2",
            (plan, _, target) => plan.Shape == PlanShape.Write && IsKnown(plan) && !FitsInACore(plan, target)
        ),
        new("aggregation", SuggestedPool.Reporting, "plan.shape = aggregation", OfShape(PlanShape.Aggregation)),
    ];

    /// <summary>Whether a group's plan is known and this class takes it.</summary>
    public bool TakesGroup(StatementGroup group, TargetProfile target) =>
        group.Plan is { State: PlanState.Known, Profile: { } profile }
        && (Name == BulkLoad || !IsLoad(group.Statement))
        && Takes(profile, group.Statement, target);

    private static Func<PlanProfile, StatementFacts?, TargetProfile, bool> OfShape(PlanShape shape) =>
        (plan, _, _) => plan.Shape == shape;

    private static bool IsLoad(StatementFacts? statement) =>
        statement?.Kind is StatementKind.BulkLoad or StatementKind.IndexBuild;

    private static bool IsKnown(PlanProfile plan) => plan.WorkingSetBytes.Value is not null;

    // A larger working set is slowed in the small part of the cache, beside streams.
    private static bool FitsInACore(PlanProfile plan, TargetProfile target) =>
        plan.WorkingSetBytes.Value <= target.L2Bytes / 2m;

    // Of a working set so large no cache holds a part that counts.
    private static bool IsHopeless(PlanProfile plan, TargetProfile target) =>
        plan.WorkingSetBytes.Value > 32 * (decimal)target.LlcBytes;
}
