namespace RgPolicy.Documents.Policy;

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
