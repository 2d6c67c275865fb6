using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>Operators of one statement as they are found, parents first.</summary>
internal sealed class TreeBuilder
{
    private readonly List<PlanNode> _nodes = [];

    /// <summary>True when any figure was measured.</summary>
    public bool IsMeasured { get; set; }

    public StatementKind Kind { get; set; } = StatementKind.Select;

    /// <summary>How figures that the plan prints came about.</summary>
    public Provenance Basis => IsMeasured ? Provenance.Actual : Provenance.Estimate;

    public int Count => _nodes.Count;

    public PlanNode this[int id] => _nodes[id];

    public PlanNode Add(string name, OperatorKind kind, PlanNode? parent, NodeRole role, string? table = null)
    {
        var node = new PlanNode { Id = _nodes.Count, Parent = parent?.Id, Name = name, Kind = kind, Role = role, Table = table };
        _nodes.Add(node);
        parent?.Append(node);
        return node;
    }

    public PlanTree ToTree(double? cost) => new()
    {
        Nodes = [.. _nodes],
        Kind = Kind,
        Basis = Basis,
        ReturnsRows = Kind == StatementKind.Select,
        Cost = cost is double value ? new(value, Provenance.Estimate) : Quantity.Unknown,
        Dop = new(1, Provenance.Inferred),
    };
}
