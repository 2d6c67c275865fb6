using RgPolicy.Dbms.Texts;

namespace RgPolicy.Service.Status;

/// <summary>The beginning of a statement on one line, as far as it may be shown.</summary>
internal static class StatementExcerpt
{
    /// <summary>So many characters are shown at most.</summary>
    public const int Longest = 200;

    // Enough to fill what is shown, however many literals and blanks are left out; a text may be megabytes long.
    private const int MostRead = 4 * Longest;

    /// <summary>What is shown of a query's statement; null for nothing.</summary>
    public static string? Of(ObservedQuery query, TextDisplay display, string dbms)
    {
        if (display == TextDisplay.None || query.Statement?.Text is not { } text)
            return null;

        var read = text.Length > MostRead ? text[..MostRead] : text;
        var shown =
            display == TextDisplay.Full
                ? string.Join(
                    ' ',
                    RedactedText.Of(read, dbms).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)
                )
                : LiteralMask.Of(read, dbms);
        return shown.Length > Longest ? shown[..(Longest - 3)] + "..."
            : read.Length < text.Length ? shown + "..."
            : shown;
    }
}
