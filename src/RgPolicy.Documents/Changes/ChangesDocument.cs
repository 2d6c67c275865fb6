using System.Text.Json;
using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Changes;

/// <summary>
/// What is to be changed in a server's own configuration, or was: <c>rgp/plan/1</c>, <c>rgp/drift/1</c>,
/// <c>rgp/apply/1</c> and <c>rgp/rollback/1</c>.
/// </summary>
/// <param name="Schema">One of the four.</param>
/// <param name="Target">The connection, without any secret.</param>
/// <param name="Server">The server.</param>
/// <param name="Revision">The policy's revision; null for a rollback.</param>
/// <param name="Changes">What becomes of each object, unchanged ones included.</param>
/// <param name="NotEnforced">What the server's own configuration cannot carry out.</param>
/// <param name="Unsupported">Why it carries out nothing at all; left out where it does something.</param>
/// <param name="Warnings">What to know before it is carried out.</param>
/// <param name="Refusals">Why it cannot be carried out; empty where it can.</param>
/// <param name="Steps">All statements, in order.</param>
/// <param name="StateDigest">Identifies the configuration that the plan was made for.</param>
/// <param name="Goal">What the configuration is to be, in the words of the DBMS.</param>
/// <param name="Digest">Identifies the plan.</param>
/// <param name="HostSeal">The seal of a plan that was kept in a file; left out otherwise.</param>
/// <param name="Outcome">What was done; left out where nothing was.</param>
public sealed record ChangesDocument(
    string? Schema,
    string? Target,
    ServerDocument? Server,
    string? Revision,
    IReadOnlyList<ChangeDocument>? Changes,
    IReadOnlyList<UnenforcedDocument>? NotEnforced,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Unsupported,
    IReadOnlyList<string>? Warnings,
    IReadOnlyList<string>? Refusals,
    IReadOnlyList<StepDocument>? Steps,
    string? StateDigest,
    JsonElement? Goal,
    string? Digest,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? HostSeal,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] OutcomeDocument? Outcome
)
{
    /// <summary>Of <c>rgp drift</c>.</summary>
    public const string Drift = "rgp/drift/1";
}

/// <summary>One statement of a plan.</summary>
/// <param name="Sql">The statement.</param>
/// <param name="IsInNewSession">It is run in a new session: the one before may be in what it removes.</param>
public sealed record StepDocument(string? Sql, bool? IsInNewSession);

/// <summary>What was done.</summary>
/// <param name="Status"><c>done</c>, <c>restored</c>, <c>broken</c> or <c>refused</c>.</param>
/// <param name="Problem">What went wrong, or null.</param>
/// <param name="Waiting">What has no limits until its sessions end.</param>
public sealed record OutcomeDocument(string? Status, string? Problem, IReadOnlyList<string>? Waiting);

/// <summary>Something that the server's own configuration cannot carry out, or only in part.</summary>
/// <param name="Setting">The words of the policy, or <c>class</c> for a whole class.</param>
/// <param name="Class">The class that has it.</param>
/// <param name="Reason">Why, and what happens instead.</param>
public sealed record UnenforcedDocument(string? Setting, string? Class, string? Reason);

/// <summary>The server whose configuration it is.</summary>
/// <param name="Kind"><c>sqlserver</c> or <c>postgresql</c>.</param>
/// <param name="Version">Its version, such as 16.0.4165.4.</param>
/// <param name="Edition">Its edition, or null where there are none.</param>
/// <param name="Name">What the server calls itself.</param>
public sealed record ServerDocument(string? Kind, string? Version, string? Edition, string? Name);

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
