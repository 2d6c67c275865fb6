using System.Text.Json;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>One operator as the server printed it; used again for another operator when its statement
/// is judged.</summary>
internal sealed class ServerNode
{
    /// <summary>The type of an operator that does not say what it is.</summary>
    private const string Nameless = "?";

    private double? _runCost;
    private double? _conditions;
    private JsonValue? _filter;

    public int Id { get; private set; }
    public ServerNode? Parent { get; private set; }
    public JsonValue Json { get; private set; }
    public List<ServerNode> Children { get; } = [];

    /// <summary>How often it runs; known once all operators above it are.</summary>
    public PostgresFlow Flow { get; set; }

    public string Type { get; private set; } = Nameless;
    public NodeRole Role { get; private set; }
    public double StartupCost { get; private set; }
    public double? TotalCost { get; private set; }
    public double? PlanRows { get; private set; }
    public double Width { get; private set; }
    public double? ActualRows { get; private set; }
    public double? ActualLoops { get; private set; }

    public bool HasFilter => _filter is not null;

    public bool IsParallelAware { get; private set; }

    /// <summary>Figures that no server means; they count as not printed.</summary>
    public int AbsurdFigures { get; private set; }

    /// <summary>True where it does not say what it is, or has costs and no rows: the server prints both or
    /// neither.</summary>
    public bool IsIncomplete => Type == Nameless || (TotalCost is not null && PlanRows is null && AbsurdFigures == 0);

    /// <summary>True when the operator was measured.</summary>
    public bool HasActuals => ActualRows is not null && ActualLoops is not null;

    /// <summary>How figures are known that are concluded from its rows.</summary>
    public Provenance EstimateBasis => HasActuals ? Provenance.Inferred : Provenance.Estimate;

    /// <summary>Measured, and it never ran.</summary>
    public bool NeverExecuted => HasActuals && ActualLoops <= 0;

    /// <summary>Rows per execution, as measured or planned; null when neither is printed.</summary>
    public double? RowsPerExecution => NeverExecuted ? 0 : ActualRows ?? PlanRows;

    /// <summary>Rows that filters threw away in one execution, 0 where the plan does not say.</summary>
    public double RowsRemoved => Figure("Rows Removed by Filter") + Figure("Rows Removed by Index Recheck");

    /// <summary>Executions over the whole statement: measured where the plan was run, else estimated.</summary>
    public Quantity Executions =>
        ActualLoops is double loops
            ? Quantity.OfRows(loops, Provenance.Actual)
            : Quantity.OfRows(Flow.Times, Provenance.Estimate);

    /// <summary>Pages of the table that a bitmap led to; null where they were not counted.</summary>
    public double? HeapBlocks
    {
        get
        {
            var (exact, lossy) = (Json.NumberOf("Exact Heap Blocks"), Json.NumberOf("Lossy Heap Blocks"));
            return exact is null && lossy is null ? null : (exact ?? 0) + (lossy ?? 0);
        }
    }

    /// <summary>The cost between the first and the last row, without what disabled paths and sub-plans
    /// for rows out add.</summary>
    public double RunCost => _runCost ??= OwnRunCost();

    /// <summary>The filter as it stands in the document, empty without.</summary>
    public ReadOnlySpan<byte> FilterText => _filter is { Kind: JsonValueKind.String } filter ? filter.Raw : default;

    /// <summary>Operator calls of the filter for each row.</summary>
    public double Conditions =>
        _conditions ??= _filter is { Kind: JsonValueKind.String } ? FilterCalls.Of(FilterText) : 0;

    /// <summary>Pages that this operator and its inputs touched in the buffer pool, or null without BUFFERS.</summary>
    public double? BuffersWithInputs
    {
        get
        {
            if (!Json.Has("Shared Hit Blocks"))
                return null;
            return Figure("Shared Hit Blocks")
                + Figure("Shared Read Blocks")
                + Figure("Local Hit Blocks")
                + Figure("Local Read Blocks");
        }
    }

    /// <summary>The same without its inputs, which the server includes in its figure.</summary>
    public double? OwnBuffers
    {
        get
        {
            if (BuffersWithInputs is not double own)
                return null;
            foreach (var child in Children)
                own -= child.BuffersWithInputs ?? 0;
            return Math.Max(0, own);
        }
    }

    /// <summary>Takes as the rows out those that the inputs which are left have: pruned ones are in the estimate.</summary>
    public void LosePruned(double rows) => PlanRows = rows;

    /// <summary>Takes the place of whatever operator this was before.</summary>
    public void Become(int id, ServerNode? parent, JsonValue json)
    {
        (Id, Parent, Json, Flow) = (id, parent, json, PostgresFlow.Root);
        (_runCost, _conditions, AbsurdFigures) = (null, null, 0);
        Children.Clear();
        (Type, Role, IsParallelAware, _filter) = (Nameless, RoleIn(parent), false, null);
        for (var type = json.Member("Node Type"); type is { } each; type = json.Next("Node Type", each))
            Type = each.Kind == JsonValueKind.String ? each.Text : Type;
        const string Relationship = "Parent Relationship";
        for (var role = json.Member(Relationship); role is { } each; role = json.Next(Relationship, each))
            Role = RoleOf(each.Text) ?? Role;
        StartupCost = Believable("Startup Cost") ?? 0;
        TotalCost = Believable("Total Cost");
        PlanRows = Believable("Plan Rows");
        Width = Believable("Plan Width") ?? 0;
        ActualRows = Believable("Actual Rows");
        ActualLoops = Believable("Actual Loops");
        for (var aware = json.Member("Parallel Aware"); aware is { } each; aware = json.Next("Parallel Aware", each))
            IsParallelAware = each.Kind == JsonValueKind.True;
        for (var filter = json.Member("Filter"); filter is { } each; filter = json.Next("Filter", each))
            _filter = each;
    }

    /// <summary>Rows over the whole statement: measured where the plan was run, else by how often it is expected to
    /// run.</summary>
    public Quantity RowsOut(PostgresFlow flow)
    {
        if (this is { ActualRows: double rows, ActualLoops: double loops })
            return Quantity.OfRows(rows * loops, Provenance.Actual);
        return PlanRows is double planned
            ? Quantity.OfRows(planned * flow.Rows, Provenance.Estimate)
            : Quantity.Unknown;
    }

    public ServerNode? FirstInput => Children.Count > 0 ? Children[0] : null;

    public ServerNode? Input(NodeRole role)
    {
        foreach (var child in Children)
        {
            if (child.Role == role)
                return child;
        }

        return null;
    }

    private double? Believable(string name)
    {
        double? believable = null;
        for (var figure = Json.Member(name); figure is { } each; figure = Json.Next(name, each))
        {
            believable = each.Number is >= 0 and < PlainNumber.LargestBelievable and var number ? number : null;
            AbsurdFigures += believable is null && each.Kind is (JsonValueKind.Number or JsonValueKind.String) ? 1 : 0;
        }

        return believable;
    }

    private double OwnRunCost()
    {
        var run = Math.Max(0, (TotalCost ?? 0) - StartupCost);
        var own = run >= PostgresCostModel.DisableCost ? run % PostgresCostModel.DisableCost : run;
        return Math.Max(0, own - ((PlanRows ?? 0) * SubPlans.CostPerRowOut(this)));
    }

    /// <summary>A figure of the document that is at least 0; 0 where it is not printed.</summary>
    public double Figure(string name) => Math.Max(0, Json.NumberOf(name) ?? 0);

    private static NodeRole? RoleOf(string relationship) =>
        relationship switch
        {
            "Outer" or "Subquery" => NodeRole.Outer,
            "Inner" => NodeRole.Inner,
            "Member" => NodeRole.Member,
            "InitPlan" => NodeRole.Once,
            "SubPlan" => NodeRole.PerRow,
            _ => null,
        };

    /// <summary>Printers that leave the relationship out still list the outer side of a join first.</summary>
    private static NodeRole RoleIn(ServerNode? parent) =>
        parent is { Children.Count: 1, Type: "Hash Join" or "Merge Join" or "Nested Loop" }
            ? NodeRole.Inner
            : NodeRole.Outer;
}

/// <summary>
/// Operator calls of a filter for each row: one more than its AND and OR words; of a list in ANY the
/// planner expects half
/// (costsize.c, cost_qual_eval_walker).
/// </summary>
internal static class FilterCalls
{
    public static double Of(ReadOnlySpan<byte> filter) =>
        1 + filter.Count(" AND "u8) + filter.Count(" OR "u8) + InLists(filter);

    /// <summary>Calls beyond the first for each list that a row is compared with.</summary>
    private static double InLists(ReadOnlySpan<byte> filter)
    {
        var list = " ANY ("u8;
        var calls = 0.0;
        for (var at = filter.IndexOf(list); at >= 0; at = filter.IndexOf(list))
        {
            filter = filter[(at + 1)..];
            var end = filter.IndexOf((byte)'}');
            if (end > 0)
                calls += Math.Max(0, ((filter[..end].Count((byte)',') + 1) / 2.0) - 1);
        }

        return calls;
    }
}
