namespace RgPolicy.Documents.Lint;

/// <summary>What a baseline needs of an earlier report, <c>rgp/lint/1</c>.</summary>
/// <param name="Schema"><c>rgp/lint/1</c>.</param>
/// <param name="Diagnostics">The findings.</param>
public sealed record LintDocument(string? Schema, IReadOnlyList<FindingDocument>? Diagnostics);
