namespace RgPolicy.Documents.Policy;

/// <summary><c>rgp/policy/1</c>: the policy in force, and what was decided by it.</summary>
/// <param name="Schema"><c>rgp/policy/1</c>.</param>
/// <param name="Path">Its file.</param>
/// <param name="Revision">Its revision.</param>
/// <param name="Error">Why the last change was rejected; null where it was not.</param>
/// <param name="ActiveStates">Its states that are active now.</param>
/// <param name="Text">What it was read from.</param>
/// <param name="Classes">Its classes, in the order of the text.</param>
/// <param name="NotEnforced">What of it is not carried out here.</param>
/// <param name="Waiting">A changed policy that waits to be approved; null where none does.</param>
/// <param name="Past">The revisions before since the start, the newest first.</param>
public sealed record PolicyDocument(
    string? Schema,
    string? Path,
    string? Revision,
    string? Error,
    IReadOnlyList<string>? ActiveStates,
    string? Text,
    IReadOnlyList<PolicyClassDocument>? Classes,
    IReadOnlyList<Status.NotEnforcedStep>? NotEnforced,
    WaitingRevisionDocument? Waiting,
    IReadOnlyList<PastRevisionDocument>? Past
);
