using System.Collections.Immutable;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Service.Policies;

/// <summary>What reading a policy gave.</summary>
/// <param name="Program">Compiled for the target; null when there was an error: a bad policy changes nothing.</param>
/// <param name="Diagnostics">All findings.</param>
/// <param name="ReadError">Why the file could not be read, or null.</param>
public sealed record PolicyLoad(PolicyProgram? Program, ImmutableArray<Diagnostic> Diagnostics, string? ReadError)
{
    /// <summary>The first error in one line, or null without one.</summary>
    public string? FirstError =>
        ReadError
        ?? Diagnostics
            .Where(each => each.Severity == DiagnosticSeverity.Error)
            .Select(each =>
                FormattableString.Invariant(
                    $"{each.Path}:{each.Range.StartLine}:{each.Range.StartColumn}: {each.Code}: {each.Message}"
                )
            )
            .FirstOrDefault();
}
