using RgPolicy.Cli.Files;
using RgPolicy.Language.Formatting;

namespace RgPolicy.Cli.Format;

/// <summary>One file and what formatting it gave.</summary>
/// <param name="Input">The file.</param>
/// <param name="Before">Its text.</param>
/// <param name="Result">The formatted text or the errors.</param>
internal sealed record FormattedFile(InputFile Input, string Before, FormatResult Result)
{
    /// <summary>True when the file is not in the style.</summary>
    public bool IsChanged => Result.Text is { } after && after != Before;
}
