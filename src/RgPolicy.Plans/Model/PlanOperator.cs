namespace RgPolicy.Plans;

/// <summary>One operator of a plan with its own figures; totals over the whole execution of the statement.</summary>
/// <param name="Id">Number in document order, from 0.</param>
/// <param name="Parent">The parent's number, or null for a root.</param>
/// <param name="Name">The server's name for it.</param>
/// <param name="Family">Its family.</param>
/// <param name="Rows">Rows out.</param>
/// <param name="Executions">How often it ran.</param>
/// <param name="StructureBytes">Memory accessed at random.</param>
/// <param name="StreamedBytes">Bytes read in sequence.</param>
/// <param name="Weight">Its weighted work, see the shape rules.</param>
public sealed record PlanOperator(
    int Id,
    int? Parent,
    string Name,
    OperatorFamily Family,
    Figure Rows,
    Figure Executions,
    Figure StructureBytes,
    Figure StreamedBytes,
    double Weight
)
{
    /// <summary>The table it reaches, or null.</summary>
    public string? Table { get; init; }
}
