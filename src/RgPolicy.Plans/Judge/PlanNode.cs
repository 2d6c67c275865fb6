namespace RgPolicy.Plans.Judge;

/// <summary>One operator in neutral terms; every figure covers the whole execution of the statement.</summary>
internal sealed class PlanNode
{
    private PlanNode? _firstChild;
    private PlanNode? _lastChild;

    public required int Id { get; init; }

    public int? Parent { get; init; }

    public required string Name { get; init; }

    public required OperatorKind Kind { get; init; }

    public NodeRole Role { get; init; }

    /// <summary>The table, or null.</summary>
    public string? Table { get; init; }

    public PlanNode? NextSibling { get; private set; }

    /// <summary>Operators directly below, in order.</summary>
    public NodeChildren Children => new(_firstChild, onlyInputs: false);

    /// <summary>The same without the sub-plans that hang beside the inputs.</summary>
    public NodeChildren Inputs => new(_firstChild, onlyInputs: true);

    public Quantity Rows { get; set; }

    public Quantity Executions { get; set; }

    /// <summary>Rows read by a scan or fetched by a point access.</summary>
    public Quantity RowsRead { get; set; }

    public Quantity RowsWritten { get; set; }

    public Quantity StreamedBytes { get; set; }

    /// <summary>Pages of the table or index range, read once.</summary>
    public Quantity Pages { get; set; }

    /// <summary>Processes or threads that run it.</summary>
    public double Processes { get; set; } = 1;

    public Structure Structure { get; set; }

    public void Append(PlanNode child)
    {
        if (_lastChild is null)
            _firstChild = child;
        else
            _lastChild.NextSibling = child;
        _lastChild = child;
    }

    /// <summary>The first input in that role, or null.</summary>
    public PlanNode? Input(NodeRole role)
    {
        foreach (var input in Inputs)
        {
            if (input.Role == role)
                return input;
        }

        return null;
    }

    /// <summary>Rows that all inputs deliver.</summary>
    public Quantity InputRows()
    {
        var rows = new Quantity(0, Provenance.Actual);
        foreach (var input in Inputs)
            rows += input.Rows;
        return rows;
    }
}
