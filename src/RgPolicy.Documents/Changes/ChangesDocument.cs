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
