using System.Collections.Immutable;
using Antlr4.Runtime;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>A change of a statement's tokens by which it can be read on.</summary>
/// <param name="At">The token where the change is.</param>
/// <param name="Left">How many tokens from there on are left out.</param>
/// <param name="Instead">What stands there instead.</param>
internal sealed record Repair(IToken At, int Left, ImmutableArray<IToken> Instead)
{
    /// <summary>Leaves tokens out.</summary>
    public static Repair Remove(IToken at, int count = 1) => new(at, count, []);

    /// <summary>Reads a token as another word.</summary>
    public static Repair Replace(IToken at, string word) =>
        new(at, 1, [Word(word, at.StartIndex, at.StopIndex, at.TokenIndex)]);

    /// <summary>Puts words before a token. They have the place of the token before, for they have none
    /// of their own.</summary>
    public static Repair Insert(IToken at, string word, int count = 1) =>
        new(at, 0, [.. Enumerable.Repeat(Word(word, at.StartIndex, at.StartIndex - 1, at.TokenIndex - 1), count)]);

    private static CommonToken Word(string word, int start, int stop, int index) =>
        new(Words.TypeOf(word), word)
        {
            StartIndex = start,
            StopIndex = stop,
            TokenIndex = index,
        };
}
