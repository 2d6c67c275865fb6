using RgPolicy.Engine.Observe;
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
    /// <summary>The class of what loads.</summary>
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
        new("scan", SuggestedPool.Polluters, "plan.shape = scan", OfShape(PlanShape.Scan)),
        new(
            "join",
            SuggestedPool.Reporting,
            "plan.shape = join and plan.working_set between host.llc / 32 and 2 * host.llc",
            (plan, _, target) => plan.Shape == PlanShape.Join && IsComparable(plan, target)
        ),
        new(
            "insensitive_join",
            SuggestedPool.Polluters,
            "plan.shape = join and (plan.working_set < host.llc / 32 or plan.working_set > 2 * host.llc)",
            (plan, _, target) =>
                plan is { Shape: PlanShape.Join, WorkingSetBytes.Value: not null } && !IsComparable(plan, target)
        ),
        new(
            "sort",
            SuggestedPool.Reporting,
            "plan.shape = sort and plan.working_set <= 2 * host.llc",
            (plan, _, target) =>
                plan.Shape == PlanShape.Sort && plan.WorkingSetBytes.Value <= 2 * (decimal)target.LlcBytes
        ),
        new(
            "wide_sort",
            SuggestedPool.Polluters,
            "plan.shape = sort and plan.working_set > 2 * host.llc",
            (plan, _, target) =>
                plan.Shape == PlanShape.Sort && plan.WorkingSetBytes.Value > 2 * (decimal)target.LlcBytes
        ),
        new("mass_write", SuggestedPool.Polluters, "plan.shape = write", OfShape(PlanShape.Write)),
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

    // What is larger than a third of the pocket of 10 % does not stay in it beside streams; what is larger than twice
    // the cache stays nowhere.
    private static bool IsComparable(PlanProfile plan, TargetProfile target) =>
        plan.WorkingSetBytes.Value is { } bytes
        && bytes >= target.LlcBytes / 32m
        && bytes <= 2 * (decimal)target.LlcBytes;
}
