namespace RgPolicy.Documents.Policy;

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
