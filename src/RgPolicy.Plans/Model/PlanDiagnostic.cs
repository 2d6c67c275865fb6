namespace RgPolicy.Plans;

/// <summary>Something that was wrong with a document; line and column from 1, 0 where they are not known.</summary>
public sealed record PlanDiagnostic(string Code, string Severity, int Line, int Column, string Message);
