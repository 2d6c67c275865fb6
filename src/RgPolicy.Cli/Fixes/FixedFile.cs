using RgPolicy.Cli.Files;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Fixing;

namespace RgPolicy.Cli.Fixes;

/// <summary>One file and what fixing it gave.</summary>
/// <param name="Input">The file.</param>
/// <param name="Before">Its text.</param>
/// <param name="Result">The text with its fixes, and what is left.</param>
internal sealed record FixedFile(InputFile Input, string Before, FixResult Result)
{
    /// <summary>Errors that no applied fix has fixed.</summary>
    public int Errors => Result.Check.Diagnostics.Count(each => each.Severity == DiagnosticSeverity.Error);
}
