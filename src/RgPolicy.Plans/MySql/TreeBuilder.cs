using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>Operators of one statement as they are found, parents first.</summary>
internal sealed class TreeBuilder
{
    private readonly PlanTree _tree = PlanTree.Take();

    /// <summary>True when any figure was measured.</summary>
    public bool IsMeasured { get; set; }

    public StatementKind Kind { get; set; } = StatementKind.Select;

    /// <summary>How figures that the plan prints came about.</summary>
    public Provenance Basis => IsMeasured ? Provenance.Actual : Provenance.Estimate;

    public int Count => _tree.Nodes.Length;

    public PlanNode this[int id] => _tree.Nodes[id];

    public PlanNode Add(string name, OperatorKind kind, PlanNode? parent, NodeRole role, string? table = null) =>
        _tree.Add(name, kind, parent, role, table);

    /// <summary>The tree, to be disposed of by the caller.</summary>
    public PlanTree ToTree(double? cost)
    {
        _tree.Kind = Kind;
        _tree.Basis = Basis;
        _tree.ReturnsRows = Kind == StatementKind.Select;
        _tree.Dop = new(1, Provenance.Inferred);
        if (cost is double value)
            _tree.Cost = new(value, Provenance.Estimate);
        return _tree;
    }
}
