using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.Judge;

/// <summary>
/// A statement's operators, parents before children, so that a backward pass sees children first and no
/// pass needs recursion. A tree serves one statement after the other and must be disposed of.
/// </summary>
internal sealed class PlanTree : IDisposable
{
    private readonly Arena<PlanNode> _nodes = new();
    private uint _kinds;

    public ReadOnlySpan<PlanNode> Nodes => _nodes.All;

    public StatementKind Kind { get; set; }

    /// <summary>Where the rows come from: actual when the statement was measured.</summary>
    public Provenance Basis { get; set; }

    public Quantity Cost { get; set; }
    public Quantity Dop { get; set; }

    /// <summary>Work memory that the document itself names, bytes; unknown where the structures decide.</summary>
    public Quantity Grant { get; set; }

    /// <summary>The most that sorts and hash tables used together, bytes; unknown where it was not measured.</summary>
    public Quantity UsedMemory { get; set; }

    /// <summary>False when the rows of the last operator stay in the server.</summary>
    public bool ReturnsRows { get; set; }

    /// <summary>True when some operator accesses memory at random; asked only when all have their figures.</summary>
    public bool HasStructures
    {
        get
        {
            foreach (var node in Nodes)
            {
                if (node.Structure.Kind != StructureKind.None)
                    return true;
            }

            return false;
        }
    }

    /// <summary>Finds the joins that start first.</summary>
    public JoinOrder Joins { get; } = new();

    /// <summary>An empty tree.</summary>
    public static PlanTree Take()
    {
        var tree = Spare<PlanTree>.Take();
        tree._nodes.Clear();
        tree._kinds = 0;
        (tree.Kind, tree.Basis, tree.ReturnsRows) = (StatementKind.Select, Provenance.Estimate, true);
        tree.Cost = tree.Dop = tree.Grant = tree.UsedMemory = Quantity.Unknown;
        return tree;
    }

    /// <summary>A further operator below its parent, after its siblings.</summary>
    public PlanNode Add(string name, OperatorKind kind, PlanNode? parent, NodeRole role, string? table = null)
    {
        var node = _nodes.Next();
        node.Become(_nodes.Count - 1, parent, role, kind, name, table);
        _kinds |= 1u << (int)kind;
        return node;
    }

    /// <summary>True when some operator is of that kind.</summary>
    public bool Has(OperatorKind kind) => (_kinds & (1u << (int)kind)) != 0;

    public void Dispose() => Spare<PlanTree>.Give(this);
}
