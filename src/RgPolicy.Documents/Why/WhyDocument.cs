using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Why;

/// <summary><c>rgp/why/1</c> of a query that runs or was recorded.</summary>
public sealed record WhyDocument : ExplanationDocument
{
    /// <summary>Its id.</summary>
    [JsonPropertyOrder(-1)]
    public string? Query { get; init; }

    /// <summary>Why it is not in its class's pool; empty when it is.</summary>
    [JsonPropertyOrder(1)]
    public string? Note { get; init; }

    /// <summary>The pool's number towards the sidecar; 0 where it is not throttled.</summary>
    [JsonPropertyOrder(1)]
    public long? PoolNumber { get; init; }

    /// <summary>What is known of its plan.</summary>
    [JsonPropertyOrder(1)]
    public ExplainedPlan? Plan { get; init; }

    /// <summary>The work that it is at, such as <c>sort</c>; null where the server does not tell.</summary>
    [JsonPropertyOrder(1)]
    public string? Phase { get; init; }

    /// <summary>Its text; null where it is not known.</summary>
    [JsonPropertyOrder(1)]
    public string? Statement { get; init; }
}

/// <summary>What is known of a query's plan.</summary>
/// <param name="State"><c>known</c>, <c>pending</c> or <c>absent</c>.</param>
/// <param name="Source">Where it comes from, or why there is none.</param>
/// <param name="Reason">Why it is judged so, or why there is none.</param>
/// <param name="Operators">Its operators, the first ones of very many; empty where there is none.</param>
public sealed record ExplainedPlan(
    string? State,
    string? Source,
    string? Reason,
    IReadOnlyList<PlanOperatorDocument>? Operators
);

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
