namespace RgPolicy.Documents.Why;

/// <summary>An operator of a plan.</summary>
/// <param name="Id">Its number in the plan.</param>
/// <param name="Parent">The number of the operator that it hands its rows to; null for a root.</param>
/// <param name="Name">The server's name for it.</param>
/// <param name="Family">What it mainly does, such as <c>scan</c>.</param>
/// <param name="Table">The table that it reaches, or null.</param>
/// <param name="Rows">Rows out, in all; null where it is not known.</param>
/// <param name="Executions">How often it runs; null where it is not known.</param>
/// <param name="StructureBytes">Memory that it reaches at random; null where it is not known.</param>
/// <param name="StreamedBytes">Bytes that it reads in sequence; null where it is not known.</param>
/// <param name="WorkShare">Its share of the plan's weighted work, 0 to 1; null where none is weighted.</param>
public sealed record PlanOperatorDocument(
    long? Id,
    long? Parent,
    string? Name,
    string? Family,
    string? Table,
    double? Rows,
    double? Executions,
    double? StructureBytes,
    double? StreamedBytes,
    double? WorkShare
);
