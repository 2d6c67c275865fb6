namespace RgPolicy.Service.Suggesting;

/// <summary>What a server tells, as it may stand in a policy: names and texts are a stranger's.</summary>
internal static class QuotedText
{
    /// <summary>Bytes of a mebibyte.</summary>
    public const decimal MiB = 1024 * 1024;

    /// <summary>More bytes than this no policy names; an estimate may.</summary>
    public const decimal MostBytes = 1e18m;

    private const int LongestText = 200;

    /// <summary>Whether a text can stand between quotes as it is.</summary>
    public static bool IsQuotable(string text) => text.Length <= LongestText && text.All(IsPlain);

    public static string Text(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";

    /// <summary>A text on one line of a comment: nothing in it ends the line or turns the direction of
    /// reading.</summary>
    public static string Comment(string text, int longest)
    {
        var cut = text.Length > longest ? text[..(longest - 3)] + "..." : text;
        return new string([.. cut.Select(each => IsPlain(each) ? each : '?')]);
    }

    private static bool IsPlain(char each) =>
        char.GetUnicodeCategory(each)
            is not (
                UnicodeCategory.Control
                or UnicodeCategory.Format
                or UnicodeCategory.Surrogate
                or UnicodeCategory.PrivateUse
                or UnicodeCategory.LineSeparator
                or UnicodeCategory.ParagraphSeparator
                or UnicodeCategory.OtherNotAssigned
            );
}
