using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>Words as other languages write them, where the grammar does not fit: <c>AND</c>, <c>is null</c>.</summary>
internal sealed class ForeignKeywords(SourceText source, ImmutableArray<IToken> tokens)
{
    /// <summary>The mistake at a token that does not fit, or in the word before it; null when it is
    /// another one.</summary>
    public SyntaxMistake? Find(IToken found, int start)
    {
        var index = found.TokenIndex;
        return Arrow(index, start) ?? Arrow(index - 1, start) ?? InWords(found, start);
    }

    private SyntaxMistake? InWords(IToken found, int start)
    {
        var index = found.TokenIndex;

        if (index < tokens.Length && InCapitals(tokens[index]) is { } here)
        {
            return here;
        }

        if (index > start && index <= tokens.Length && InCapitals(tokens[index - 1]) is { } before)
        {
            return before;
        }

        if (index < tokens.Length)
        {
            return OfNoValue(found);
        }

        return null;
    }

    // `=>` is the arrow of other languages, and a `>=` turned round.
    private SyntaxMistake? Arrow(int index, int start)
    {
        var isArrow =
            index > start
            && index + 1 < tokens.Length
            && tokens[index].Type == RgPolicyLexer.EQUAL
            && tokens[index + 1].Type == RgPolicyLexer.GREATER
            && tokens[index].StopIndex + 1 == tokens[index + 1].StartIndex;
        if (!isArrow)
        {
            return null;
        }

        var isName =
            tokens[start].Type is RgPolicyLexer.CLASS && index == start + 2
            || tokens[start].Type is RgPolicyLexer.DEFAULT
            || (tokens[start].Type is RgPolicyLexer.TEST && tokens[index - 1].Type == RgPolicyLexer.RIGHT_PAREN);
        var word = isName ? "->" : ">=";
        return Instead(
            tokens[index],
            tokens[index + 1],
            word,
            $"Write `{word}` instead of `=>`.",
            new Repair(tokens[index], 2, Repair.Replace(tokens[index], word).Instead)
        );
    }

    private SyntaxMistake? InCapitals(IToken token) =>
        token.Type == RgPolicyLexer.IDENTIFIER && Words.InSmallLetters(token.Text) is { } word
            ? Instead(
                token,
                token,
                word,
                $"Words are written in small letters: `{word}` instead of `{token.Text}`.",
                Repair.Replace(token, word)
            )
            : null;

    // `is null`, `is not null` and `is unknown` ask whether a signal is known.
    private SyntaxMistake? OfNoValue(IToken found)
    {
        var index = found.TokenIndex;
        var isNegated = index > 1 && tokens[index - 1].Type == RgPolicyLexer.NOT;
        var verb = index - (isNegated ? 2 : 1);
        var isAsked =
            verb >= 0
            && tokens[verb].Type == RgPolicyLexer.IS
            && found.Text.ToLowerInvariant() is "null" or "unknown" or "missing" or "empty";
        if (!isAsked)
        {
            return null;
        }

        var meant = isNegated ? "is known" : "is not known";
        var repair = isNegated
            ? new Repair(tokens[index - 1], 2, Repair.Replace(found, "known").Instead)
            : new Repair(
                found,
                1,
                [.. Repair.Replace(found, "not").Instead, .. Repair.Replace(found, "known").Instead]
            );
        return Instead(tokens[verb], found, meant, $"A signal without a value is not known: write `{meant}`.", repair);
    }

    private SyntaxMistake Instead(IToken first, IToken last, string word, string message, Repair repair)
    {
        var range = source.Range(first.StartIndex, last.StopIndex + 1);
        return new SyntaxMistake("RG1005", range, message)
        {
            Fix = new Fix($"Write `{word}`", true, [new TextEdit(range, word)]),
            Repair = repair,
        };
    }
}
