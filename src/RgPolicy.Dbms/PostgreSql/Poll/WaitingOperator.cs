using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>Which work of a plan is under way, by what its processes wait for.</summary>
internal static class WaitingOperator
{
    /// <summary>The work, or null where the wait does not tell it.</summary>
    public static PlanShape? WorkOf(WorkWait wait, PlanFacts plan) =>
        wait switch
        {
            WorkWait.SharedHash => PlanShape.Join,
            WorkWait.TemporaryFile when plan is { State: PlanState.Known, Profile: { } profile } => OnlySpill(profile),
            _ => null,
        };

    /// <summary>A temporary file does not tell whose it is: it does where one kind of operators alone writes such
    /// files.</summary>
    private static PlanShape? OnlySpill(PlanProfile plan)
    {
        PlanShape? only = null;
        foreach (var each in plan.Operators)
        {
            var work = SpillOf(each);
            if (work is null || work == only)
                continue;
            if (only is not null || work == PlanShape.Unknown)
                return null;
            only = work;
        }

        return only;
    }

    private static PlanShape? SpillOf(PlanOperator each) =>
        each.Family switch
        {
            OperatorFamily.Sort => PlanShape.Sort,
            OperatorFamily.Join when Has(each, "Hash") => PlanShape.Join,
            OperatorFamily.Aggregate when Has(each, "Hash") || Has(each, "Mixed") || Has(each, "Window") =>
                PlanShape.Aggregation,
            OperatorFamily.Spool => PlanShape.Unknown,
            _ => Has(each, "Function Scan") || Has(each, "Recursive Union") ? PlanShape.Unknown : null,
        };

    private static bool Has(PlanOperator each, string part) => each.Name.Contains(part, StringComparison.Ordinal);
}
