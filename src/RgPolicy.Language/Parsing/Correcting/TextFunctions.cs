using System.Collections.Frozen;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>What functions and methods of other languages ask of a text, as a question: <c>left(x,
/// 3)</c> is <c>like 'A%'</c>.</summary>
internal static class TextFunctions
{
    private const string Begins = "like '{0}%'";
    private const string Ends = "like '%{0}'";
    private const string Contains = "like '%{0}%'";

    private static readonly FrozenDictionary<string, string> Questions = new Dictionary<string, string>(
        StringComparer.OrdinalIgnoreCase
    )
    {
        ["substring"] = Begins,
        ["substr"] = Begins,
        ["left"] = Begins,
        ["startswith"] = Begins,
        ["starts_with"] = Begins,
        ["hasprefix"] = Begins,
        ["right"] = Ends,
        ["endswith"] = Ends,
        ["ends_with"] = Ends,
        ["hassuffix"] = Ends,
        ["contains"] = Contains,
        ["includes"] = Contains,
        ["match"] = Contains,
        ["matches"] = Contains,
        ["regexp"] = Contains,
        ["regexp_like"] = Contains,
        ["regexp_match"] = Contains,
        ["regexp_matches"] = Contains,
        ["instr"] = Contains,
        ["charindex"] = Contains,
        ["patindex"] = Contains,
        ["position"] = Contains,
        ["strpos"] = Contains,
        ["equals"] = "= '{0}'",
        ["eq"] = "= '{0}'",
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    /// <summary>What the marks of a pattern are, for a question that has one.</summary>
    public static string Note(string question) =>
        question.StartsWith("like", StringComparison.Ordinal) ? " (`%` is any text, `_` one character)" : "";

    /// <summary>The question that a function asks for a text, or null for a function that is not known.</summary>
    public static string? Question(string function, string text) =>
        Questions.GetValueOrDefault(function)?.Replace("{0}", text, StringComparison.Ordinal);
}
