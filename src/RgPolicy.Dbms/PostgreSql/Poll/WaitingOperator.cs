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
            OperatorFamily.Aggregate => AggregateSpill(each),
            OperatorFamily.Spool => PlanShape.Unknown,
            _ => Has(each, "Function Scan") || Has(each, "Recursive Union") ? PlanShape.Unknown : null,
        };

    /// <summary>What is not hashed sorts inside, where it counts different values or has several sets of groups, and
    /// its name does not tell whether it does. Parts of a parallel aggregate never do.</summary>
    private static PlanShape? AggregateSpill(PlanOperator each) =>
        each.Name switch
        {
            "Aggregate" or "GroupAggregate" or "MixedAggregate" => PlanShape.Unknown,
            _ => Has(each, "Hash") || Has(each, "Window") ? PlanShape.Aggregation : null,
        };

    private static bool Has(PlanOperator each, string part) => each.Name.Contains(part, StringComparison.Ordinal);
}

/// <summary>What a backend's wait tells of the operator that it is in.</summary>
internal enum WorkWait
{
    None,

    /// <summary>It writes or reads a temporary file: some operator keeps more than fits into its memory.</summary>
    TemporaryFile,

    /// <summary>It waits for the other processes that build or share a hash table of a join.</summary>
    SharedHash,
}
