using System.Collections.Frozen;
using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>The words and marks of the grammar.</summary>
internal static class Words
{
    private static readonly FrozenDictionary<string, int> Types = Enumerable
        .Range(1, RgPolicyLexer.UNKNOWN)
        .Select(type => (Type: type, Word: RgPolicyParser.DefaultVocabulary.GetLiteralName(type)))
        .Where(pair => pair.Word is not null)
        .ToFrozenDictionary(pair => pair.Word[1..^1], pair => pair.Type, StringComparer.Ordinal);

    public static bool Has(string word) => Types.ContainsKey(word);

    /// <summary>The word of the grammar that this one is but for the size of its letters, or null.</summary>
    public static string? InSmallLetters(string text)
    {
        var small = text.ToLowerInvariant();
        return small != text && Types.ContainsKey(small) ? small : null;
    }
}

/// <summary>How messages name a token.</summary>
internal static class TokenText
{
    private const int Longest = 40;

    public static string Name(IToken token) =>
        token.Type == TokenConstants.EOF ? "the end of the text" : $"`{Clip(token.Text)}`";

    public static string Clip(string text) => text.Length <= Longest ? text : text[..Longest] + "...";
}
