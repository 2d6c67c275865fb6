using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Audit;

/// <summary>One entry of an audit trail, as a line of it has it; its own hash is written after it.</summary>
/// <param name="Number">Counts the entries from 1.</param>
/// <param name="Time">When, UTC.</param>
/// <param name="Event">What happened, such as <c>move</c> or <c>cancel</c>.</param>
/// <param name="Actor">Who changed it: RgPolicy or a user.</param>
/// <param name="Query">The query, or null.</param>
/// <param name="Class">Its class, or null.</param>
/// <param name="ProcessId">Its process, or null.</param>
/// <param name="Workers">Its parallel workers that were moved with it; null for none.</param>
/// <param name="Login">Whose session it was, or null.</param>
/// <param name="Database">The session's database, or null.</param>
/// <param name="Before">What it was before, or null.</param>
/// <param name="After">What it is after, or null.</param>
/// <param name="Reason">Why, for people, or null.</param>
/// <param name="Revision">The policy's revision, or null.</param>
/// <param name="Previous">The hash of the line before.</param>
public sealed record AuditDocument(
    long? Number,
    DateTime? Time,
    string? Event,
    string? Actor,
    string? Query,
    string? Class,
    int? ProcessId,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<int>? Workers,
    string? Login,
    string? Database,
    string? Before,
    string? After,
    string? Reason,
    string? Revision,
    string? Previous
);
