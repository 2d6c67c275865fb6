namespace RgPolicy.Dbms.Texts;

/// <summary>Words that are written as one text, with blanks and line ends between them.</summary>
internal static class WordList
{
    public static string[] Of(string words) => words.Split(default(char[]), StringSplitOptions.RemoveEmptyEntries);

    public static FrozenSet<string> Exact(string words) => Of(words).ToFrozenSet(StringComparer.Ordinal);

    public static FrozenSet<string> AnyCase(string words) => Of(words).ToFrozenSet(StringComparer.OrdinalIgnoreCase);
}
