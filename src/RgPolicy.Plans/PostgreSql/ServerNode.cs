using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>One operator as the server printed it.</summary>
internal sealed class ServerNode(int id, ServerNode? parent, JsonValue json)
{
    private double? _runCost;
    private string? _filter;

    public int Id { get; } = id;

    public ServerNode? Parent { get; } = parent;

    public JsonValue Json { get; } = json;

    public List<ServerNode> Children { get; } = [];

    public string Type { get; } = json.TextOf("Node Type") ?? "?";

    public NodeRole Role { get; } = RoleOf(parent, json);

    public double StartupCost { get; } = json.NumberOf("Startup Cost") ?? 0;

    public double? TotalCost { get; } = json.NumberOf("Total Cost");

    public double? PlanRows { get; } = json.NumberOf("Plan Rows");

    public double Width { get; } = Math.Max(0, json.NumberOf("Plan Width") ?? 0);

    public double? ActualRows { get; } = json.NumberOf("Actual Rows");

    public double? ActualLoops { get; } = json.NumberOf("Actual Loops");

    public bool HasFilter { get; } = json.Has("Filter");

    public bool IsParallelAware { get; } = json.IsTrue("Parallel Aware");

    /// <summary>True when the operator was measured.</summary>
    public bool HasActuals => ActualRows is not null && ActualLoops is not null;

    /// <summary>Measured, and it never ran.</summary>
    public bool NeverExecuted => HasActuals && ActualLoops <= 0;

    /// <summary>The cost between the first and the last row, without what disabled paths and sub-plans for rows out add.</summary>
    public double RunCost => _runCost ??= OwnRunCost();

    /// <summary>The condition that rows must meet, or null.</summary>
    public string? Filter => HasFilter ? _filter ??= Json.TextOf("Filter") : null;

    /// <summary>Pages that this operator and its inputs touched in the buffer pool, or null without BUFFERS.</summary>
    public double? BuffersWithInputs
    {
        get
        {
            if (!Json.Has("Shared Hit Blocks"))
                return null;
            return Blocks("Shared Hit Blocks") + Blocks("Shared Read Blocks") + Blocks("Local Hit Blocks") + Blocks("Local Read Blocks");
        }
    }

    /// <summary>The same without its inputs, which the server includes in its figure.</summary>
    public double? OwnBuffers =>
        BuffersWithInputs is double all ? Math.Max(0, all - Children.Sum(child => child.BuffersWithInputs ?? 0)) : null;

    public ServerNode? Input(NodeRole role) => Children.Find(child => child.Role == role);

    private double OwnRunCost()
    {
        var run = Math.Max(0, (TotalCost ?? 0) - StartupCost);
        var own = run >= CostModel.DisableCost ? run % CostModel.DisableCost : run;
        return Math.Max(0, own - ((PlanRows ?? 0) * SubPlans.CostPerRowOut(this)));
    }

    private double Blocks(string name) => Math.Max(0, Json.NumberOf(name) ?? 0);

    private static NodeRole RoleOf(ServerNode? parent, JsonValue json) => json.TextOf("Parent Relationship") switch
    {
        "Inner" => NodeRole.Inner,
        "Member" => NodeRole.Member,
        "InitPlan" => NodeRole.Once,
        "SubPlan" => NodeRole.PerRow,
        "Outer" or "Subquery" => NodeRole.Outer,
        _ => parent is { Children.Count: 1 } && IsJoin(parent.Type) ? NodeRole.Inner : NodeRole.Outer,
    };

    /// <summary>Printers that leave the relationship out still list the outer side first.</summary>
    private static bool IsJoin(string type) => type is "Hash Join" or "Merge Join" or "Nested Loop";
}
