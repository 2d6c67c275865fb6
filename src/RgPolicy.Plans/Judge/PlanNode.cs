namespace RgPolicy.Plans.Judge;

/// <summary>
/// One operator in neutral terms; every figure covers the whole execution of the statement. It is used again for
/// another operator when its statement has been judged.
/// </summary>
internal sealed class PlanNode
{
    public int Id { get; private set; }
    public int? Parent { get; private set; }
    public string Name { get; private set; } = "";
    public OperatorKind Kind { get; private set; }
    public NodeRole Role { get; private set; }

    /// <summary>The table, or null.</summary>
    public string? Table { get; private set; }

    /// <summary>Operators directly below, in order.</summary>
    public List<PlanNode> Children { get; } = [];

    /// <summary>False for sub-plans, which hang beside the inputs of their parent.</summary>
    public bool IsInput => Role is not (NodeRole.Once or NodeRole.PerRow);

    public Quantity Rows { get; set; }
    public Quantity Executions { get; set; }

    /// <summary>Rows read by a scan or fetched by a point access.</summary>
    public Quantity RowsRead { get; set; }

    public Quantity RowsWritten { get; set; }
    public Quantity StreamedBytes { get; set; }

    /// <summary>Pages of the table or index range, read once.</summary>
    public Quantity Pages { get; set; }

    /// <summary>Processes or threads that run it.</summary>
    public double Processes { get; set; }

    public Structure Structure { get; set; }

    /// <summary>Its weighted work, see <see cref="Weights"/>.</summary>
    public double Weight { get; set; }

    /// <summary>True on the inner side of nested loops, however far above these are.</summary>
    public bool IsRepeated { get; set; }

    /// <summary>The nested loops that repeat it, with nothing between that keeps rows; null without.</summary>
    public PlanNode? Loop { get; set; }

    /// <summary>Rows that look-ups fetch on the inner side of these nested loops.</summary>
    public double RowsFetchedInside { get; set; }

    /// <summary>Bytes of the pages that these look-ups visit.</summary>
    public double BytesVisitedInside { get; set; }

    /// <summary>Structures alive at the same time while its subtree runs, at most;
    /// <see cref="WorkingSet"/> sets it.</summary>
    public Quantity Peak { get; set; }

    /// <summary>Structures still held while it delivers rows.</summary>
    public Quantity Held { get; set; }

    /// <summary>Takes the place of whatever operator this was before, below its parent and after its
    /// siblings.</summary>
    public void Become(int id, PlanNode? parent, NodeRole role, OperatorKind kind, string name, string? table)
    {
        (Id, Parent, Role, Kind, Name, Table) = (id, parent?.Id, role, kind, name, table);
        Children.Clear();
        Rows = Executions = RowsRead = RowsWritten = StreamedBytes = Pages = default;
        (Processes, Structure, Weight) = (1, default, 0);
        (IsRepeated, Loop, RowsFetchedInside, BytesVisitedInside) = (false, null, 0, 0);
        parent?.Children.Add(this);
    }

    /// <summary>The first input in that role, or null.</summary>
    public PlanNode? Input(NodeRole role)
    {
        foreach (var child in Children)
        {
            if (child.IsInput && child.Role == role)
                return child;
        }

        return null;
    }

    /// <summary>Rows that all inputs deliver.</summary>
    public Quantity InputRows()
    {
        var rows = new Quantity(0, Provenance.Actual);
        foreach (var child in Children)
        {
            if (child.IsInput)
                rows += child.Rows;
        }

        return rows;
    }
}

/// <summary>What an operator is to its parent.</summary>
internal enum NodeRole
{
    /// <summary>First or only input; the probe side of a hash join.</summary>
    Outer,

    /// <summary>Second input; the build side of a hash join, the repeated side of nested loops.</summary>
    Inner,

    /// <summary>One of several inputs that are read one after the other.</summary>
    Member,

    /// <summary>Runs once, before its parent.</summary>
    Once,

    /// <summary>Runs for rows of its parent.</summary>
    PerRow,
}
