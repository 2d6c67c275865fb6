namespace RgPolicy.Documents.Lint;

/// <summary>What makes a finding the same one in a later report.</summary>
/// <param name="Code">Such as RG3002.</param>
/// <param name="Path">The file.</param>
/// <param name="Message">What was said.</param>
public sealed record FindingDocument(string? Code, string? Path, string? Message);
