using System.Text.Json;

namespace RgPolicy.Documents.Changes;

/// <summary>What becomes of one object of the DBMS's own configuration.</summary>
/// <param name="Action"><c>create</c>, <c>alter</c>, <c>drop</c> or <c>none</c>.</param>
/// <param name="Kind">Such as <c>resource_pool</c> or <c>role_setting</c>.</param>
/// <param name="Name">The object's name.</param>
/// <param name="Before">Its values before, or null where it was not there.</param>
/// <param name="After">Its values after, or null where it will not be there.</param>
/// <param name="Sql">The statements that do it.</param>
/// <param name="Effect"><c>running</c>, <c>next_execution</c>, <c>next_session</c>, <c>instance</c> or
/// <c>none</c>.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record ChangeDocument(
    string? Action,
    string? Kind,
    string? Name,
    JsonElement? Before,
    JsonElement? After,
    IReadOnlyList<string>? Sql,
    string? Effect,
    string? Reason
);
