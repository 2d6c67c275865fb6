using System.Collections.Immutable;
using System.Text.Json;

namespace RgPolicy.Dbms.Configure;

/// <summary>What becomes of one object of the DBMS's own configuration.</summary>
/// <param name="Action"><c>create</c>, <c>alter</c>, <c>drop</c> or <c>none</c>.</param>
/// <param name="Kind"><c>resource_pool</c>, <c>workload_group</c>, <c>classifier</c>,
/// <c>query_hint</c>, <c>cpu_affinity</c>,
/// <c>role_setting</c>, <c>database_setting</c> or <c>user_limit</c>.</param>
/// <param name="Name">The object's name.</param>
/// <param name="Before">Its values before, or null where it was not there.</param>
/// <param name="After">Its values after, or null where it will not be there.</param>
/// <param name="Sql">The statements that do it.</param>
/// <param name="Effect"><c>running</c>, <c>next_execution</c>, <c>next_session</c>, <c>instance</c> or
/// <c>none</c>.</param>
/// <param name="Reason">Why, as a sentence or part of one.</param>
public sealed record ConfigurationChange(
    string Action,
    string Kind,
    string Name,
    JsonElement? Before,
    JsonElement? After,
    ImmutableArray<string> Sql,
    string Effect,
    string Reason
)
{
    /// <summary>Nothing changes.</summary>
    public const string None = "none";

    /// <summary>Something new.</summary>
    public const string Create = "create";

    /// <summary>Other values.</summary>
    public const string Alter = "alter";

    /// <summary>It goes.</summary>
    public const string Drop = "drop";
}
