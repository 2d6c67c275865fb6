namespace RgPolicy.Documents.Lint;

/// <summary>What a baseline needs of an earlier report, <c>rgp/lint/1</c>.</summary>
/// <param name="Schema"><c>rgp/lint/1</c>.</param>
/// <param name="Diagnostics">The findings.</param>
public sealed record LintDocument(string? Schema, IReadOnlyList<FindingDocument>? Diagnostics);

/// <summary>What makes a finding the same one in a later report.</summary>
/// <param name="Code">Such as RG3002.</param>
/// <param name="Path">The file.</param>
/// <param name="Message">What was said.</param>
public sealed record FindingDocument(string? Code, string? Path, string? Message);
