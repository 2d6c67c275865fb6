namespace RgPolicy.Plans.Judge;

/// <summary>One operator in neutral terms; every figure covers the whole execution of the statement.</summary>
internal sealed class PlanNode
{
    public required int Id { get; init; }

    public int? Parent { get; init; }

    public required string Name { get; init; }

    public required OperatorKind Kind { get; init; }

    public NodeRole Role { get; init; }

    /// <summary>The table, or null.</summary>
    public string? Table { get; init; }

    public List<int> Children { get; } = [];

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
}
