using System.Net;
using RgPolicy.Host.Text;

namespace RgPolicy.Cli.Shell;

/// <summary>Text from elsewhere as the text of HTML and SVG: no markup, and nothing in it that XML has no place for or
/// that turns the direction of what follows.</summary>
internal static class MarkupText
{
    public static string Escape(string text) =>
        WebUtility
            .HtmlEncode(SafeText.Escape(text))
            .Replace("\ufffe", "\\ufffe", StringComparison.Ordinal)
            .Replace("\uffff", "\\uffff", StringComparison.Ordinal);
}
