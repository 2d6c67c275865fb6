using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>
/// Executions from the root downwards: a Gather multiplies by its divisor, nested loops repeat their
/// inner side for each outer row, a Limit stops the pipeline below it.
/// </summary>
internal static class PostgresFlowPass
{
    /// <summary>The leader helps less the more workers feed it (costsize.c, get_parallel_divisor).</summary>
    private const double LeaderShareLostPerWorker = 0.3;

    /// <summary>What the planner charges for a row that a join looks at: cpu_tuple_cost and one operator.</summary>
    private const double JoinedRowCost = 0.0125;

    /// <summary>Sets how often each operator runs.</summary>
    public static void Over(ReadOnlySpan<ServerNode> nodes)
    {
        foreach (var node in nodes)
        {
            foreach (var child in node.Children)
                child.Flow = Below(node, child, node.Flow);
        }
    }

    /// <summary>Workers + max(0, 1 - 0.3 x workers).</summary>
    public static double Divisor(double workers) => workers + Math.Max(0, 1 - (LeaderShareLostPerWorker * workers));

    public static double Workers(ServerNode gather) =>
        Math.Max(0, gather.Json.NumberOf("Workers Launched") ?? gather.Json.NumberOf("Workers Planned") ?? 0);

    private static PostgresFlow Below(ServerNode node, ServerNode child, PostgresFlow flow)
    {
        if (child.Role == NodeRole.Once)
            return PostgresFlow.Root;
        if (child.Role == NodeRole.PerRow)
            return SubPlan(node, child, flow);
        return node.Type switch
        {
            "Gather" or "Gather Merge" => BelowGather(node, flow),
            "Limit" => flow with { Run = PartBeforeLimit(node, child, flow) },
            "Nested Loop" when child.Role == NodeRole.Inner => InnerSide(node, flow),
            "Memoize" => flow with { Times = Math.Min(flow.Times, Misses(node, child, flow)) },
            "Materialize" => flow with { Times = flow.TimesBuilt },
            "Hash Join" when child.Role == NodeRole.Inner => flow with { Times = flow.TimesBuilt, Run = 1 },
            "Hash" or "Sort" or "Incremental Sort" or "ModifyTable" or "Bitmap Heap Scan" => flow with { Run = 1 },
            "Aggregate" when node.Json.TextOf("Strategy") is not "Sorted" => flow with { Run = 1 },
            _ => flow,
        };
    }

    private static PostgresFlow BelowGather(ServerNode gather, PostgresFlow flow)
    {
        if (gather.Json.IsTrue("Single Copy"))
            return flow;
        var planned = Math.Max(0, gather.Json.NumberOf("Workers Planned") ?? 0);
        var divisor = Divisor(planned);
        return flow with
        {
            Times = flow.Times * divisor,
            TimesBuilt = flow.TimesBuilt * divisor,
            Divisor = flow.Divisor * divisor,
            Processes = flow.Processes * (Workers(gather) + 1),
        };
    }

    /// <summary>The planner prices a Limit as the child's start and a part of its run.</summary>
    private static double PartBeforeLimit(ServerNode limit, ServerNode child, PostgresFlow flow)
    {
        if (limit.TotalCost is not double paid || child.TotalCost is not double whole || child.RunCost <= 0)
            return flow.Run;
        var part = Math.Clamp((paid - child.StartupCost) / (whole - child.StartupCost), 0, 1);
        return flow.Run * part;
    }

    private static PostgresFlow InnerSide(ServerNode join, PostgresFlow flow)
    {
        var outer = join.Input(NodeRole.Outer);
        var probes = (outer?.PlanRows ?? 1) * flow.Rows;
        return flow with { Times = Math.Max(probes, 0), TimesBuilt = flow.TimesBuilt, Run = 1 };
    }

    /// <summary>
    /// How often a Memoize asks its input is not printed; the join above pays for it, so its cost beyond the outer side
    /// bounds the executions.
    /// </summary>
    private static double Misses(ServerNode memoize, ServerNode child, PostgresFlow flow)
    {
        if (
            memoize.Parent is not { Type: "Nested Loop", TotalCost: double whole } join
            || child.TotalCost is not double once
        )
            return flow.Times;
        var outer = join.Input(NodeRole.Outer);
        var passed = (outer?.PlanRows ?? 0) * (1 + (memoize.PlanRows ?? 1)) * JoinedRowCost;
        var perJoin = Math.Max(0, whole - (outer?.TotalCost ?? 0) - passed) / Math.Max(once, 1e-6);
        return Math.Max(1, perJoin * flow.TimesBuilt);
    }

    /// <summary>A sub-plan runs once where it is hashed, else for each row out, or in a filter as often
    /// as the cost has room for.</summary>
    private static PostgresFlow SubPlan(ServerNode node, ServerNode child, PostgresFlow flow)
    {
        if (SubPlans.IsHashed(node, child))
            return flow with { Times = flow.TimesBuilt, Run = 1 };
        var runs = node.PlanRows ?? 1;
        if (SubPlans.IsInFilter(node, child))
            runs = Math.Max(runs, Math.Floor(node.RunCost / Math.Max(child.TotalCost ?? 1, 1e-6)));
        return flow with { Times = Math.Max(1, runs * flow.Rows), Run = 1 };
    }
}

/// <summary>How an estimate per execution becomes an estimate for the whole statement, at one operator.</summary>
/// <param name="Times">Executions, the planner's parallel divisor included: what rows per execution are
/// multiplied by.</param>
/// <param name="TimesBuilt">The same for what survives a repetition of its parent: hash tables and
/// materialised rows.</param>
/// <param name="Run">The part of one execution that happens before a Limit stops it, 0 to 1.</param>
/// <param name="Divisor">The parallel divisor of the Gather above, 1 without.</param>
/// <param name="Processes">Processes that run it.</param>
internal readonly record struct PostgresFlow(
    double Times,
    double TimesBuilt,
    double Run,
    double Divisor,
    double Processes
)
{
    public static PostgresFlow Root { get; } = new(1, 1, 1, 1, 1);

    /// <summary>What rows per execution are multiplied by.</summary>
    public double Rows => Times * Run;
}
