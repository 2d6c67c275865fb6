namespace RgPolicy.Plans.Reporting;

/// <summary>Names of a plan can hold line ends; in a report they make no lines of their own.</summary>
internal static class PlainLine
{
    /// <summary>The text with escapes in place of line ends.</summary>
    public static string Of(string text) =>
        text.AsSpan().IndexOfAny('\n', '\r') < 0
            ? text
            : text.Replace("\n", "\\n", StringComparison.Ordinal).Replace("\r", "\\r", StringComparison.Ordinal);
}
