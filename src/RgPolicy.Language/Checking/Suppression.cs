using System.Collections.Immutable;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Checking;

/// <summary>A comment that allows findings: <c>// allow RG5001: REASON</c>.</summary>
/// <param name="Codes">The codes that it allows.</param>
/// <param name="Reason">Why; empty when the author left it out.</param>
/// <param name="Range">Where the comment stands.</param>
/// <param name="FirstLine">The first line that it is about.</param>
/// <param name="LastLine">The last line that it is about.</param>
internal sealed record Suppression(
    ImmutableArray<string> Codes,
    string Reason,
    TextRange Range,
    int FirstLine,
    int LastLine
);
