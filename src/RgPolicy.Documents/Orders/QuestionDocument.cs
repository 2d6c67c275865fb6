using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Orders;

/// <summary>What a running service is asked, or told to do.</summary>
/// <param name="Ask"><c>status</c>, <c>why</c>, <c>metrics</c>, <c>pause</c>, <c>resume</c>, <c>reload</c>,
/// <c>reload_previous</c> or <c>approve</c>.</param>
/// <param name="ProcessId">The process that <c>why</c> asks about.</param>
/// <param name="Query">The query that <c>why</c> asks about.</param>
/// <param name="Revision">The revision that <c>approve</c> is about.</param>
public sealed record QuestionDocument(
    string? Ask,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? ProcessId,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Query,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Revision
);
