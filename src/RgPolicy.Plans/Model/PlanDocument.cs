using System.Collections.Immutable;

namespace RgPolicy.Plans;

/// <summary>What was read of one plan document.</summary>
/// <param name="Format">The recognised format.</param>
/// <param name="Encoding">How the bytes were decoded, such as <c>utf-8</c>.</param>
/// <param name="Statements">Statements in document order.</param>
/// <param name="Diagnostics">What was wrong.</param>
public sealed record PlanDocument(
    PlanFormat Format,
    string Encoding,
    ImmutableArray<PlanStatement> Statements,
    ImmutableArray<PlanDiagnostic> Diagnostics
)
{
    /// <summary>The first error: something of the document could not be read; null where all of it was.</summary>
    public PlanDiagnostic? Damage => Diagnostics.FirstOrDefault(each => each.Severity == "error");
}
