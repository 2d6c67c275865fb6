using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Status;

/// <summary>A change, or a decision that changed something.</summary>
/// <param name="Time">UTC.</param>
/// <param name="Event">Such as <c>move</c>.</param>
/// <param name="Actor">Who changed it: the loop, or the user that gave an order.</param>
/// <param name="Query">Its id, or null.</param>
/// <param name="Class">Its class, or null.</param>
/// <param name="ProcessId">Its process, or null.</param>
/// <param name="Workers">Its parallel workers that were moved with it; null for none.</param>
/// <param name="Login">Whose session it was, or null.</param>
/// <param name="Database">The session's database, or null.</param>
/// <param name="Before">What was before.</param>
/// <param name="After">What is now, as read back.</param>
/// <param name="Reason">Why.</param>
public sealed record RecentChange(
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
    string? Reason
);
