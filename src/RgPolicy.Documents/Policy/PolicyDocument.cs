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

/// <summary>A changed policy that waits to be approved.</summary>
/// <param name="Since">UTC, when it was read.</param>
/// <param name="Revision">Its revision.</param>
/// <param name="Differences">What would change in meaning.</param>
/// <param name="Lines">The same in the text, in the form of <c>diff -u</c>.</param>
public sealed record WaitingRevisionDocument(
    DateTime? Since,
    string? Revision,
    IReadOnlyList<string>? Differences,
    IReadOnlyList<string>? Lines
);

/// <summary>A revision that was in force and was replaced.</summary>
/// <param name="Replaced">UTC.</param>
/// <param name="By">Who replaced it.</param>
/// <param name="Revision">The revision.</param>
/// <param name="Differences">What has changed in meaning with the one that followed.</param>
/// <param name="Lines">The same in the text, in the form of <c>diff -u</c>.</param>
public sealed record PastRevisionDocument(
    DateTime? Replaced,
    string? By,
    string? Revision,
    IReadOnlyList<string>? Differences,
    IReadOnlyList<string>? Lines
);

/// <summary>A class of the policy in force, with its use.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Pool">Where its queries go.</param>
/// <param name="Line">The first line of the class in the text.</param>
/// <param name="Queries">Queries that were given it since the start.</param>
/// <param name="LastHour">Queries that were given it in the last hour.</param>
/// <param name="Running">Queries of it that run now.</param>
public sealed record PolicyClassDocument(
    string? Name,
    string? Pool,
    long? Line,
    long? Queries,
    long? LastHour,
    long? Running
);
