using System.Globalization;
using System.Text.RegularExpressions;

namespace RgPolicy.Mutation.Building;

/// <summary>One error of a build.</summary>
/// <param name="File">The full path; empty where no source is named.</param>
/// <param name="Line">From 1 on.</param>
/// <param name="Column">From 1 on.</param>
/// <param name="Text">What the compiler said.</param>
internal sealed partial record CompilerError(string File, int Line, int Column, string Text)
{
    /// <summary>Reads what a build printed.</summary>
    public static List<CompilerError> Read(string text) =>
        [
            .. from match in Form().Matches(text)
            select new CompilerError(
                match.Groups["file"].Value.Trim(),
                int.Parse(match.Groups["line"].ValueSpan, CultureInfo.InvariantCulture),
                int.Parse(match.Groups["column"].ValueSpan, CultureInfo.InvariantCulture),
                match.Value.Trim()
            ),
        ];

    [GeneratedRegex(@"^(?<file>[^(\n]+)\((?<line>\d+),(?<column>\d+)\): error .*$", RegexOptions.Multiline, 10_000)]
    private static partial Regex Form();
}
