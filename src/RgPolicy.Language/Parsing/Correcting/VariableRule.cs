using System.Collections.Immutable;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Variables and parameters of queries, of which a policy has none: <c>@login</c>, <c>$1</c>,
/// <c>:login</c>, <c>?</c>.</summary>
internal sealed class VariableRule : ICorrectionRule
{
    private const int MostInList = 30;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (tokens.Type(index) != RgPolicyLexer.UNKNOWN || End(tokens, index) is var end && end < 0)
        {
            return null;
        }

        // `(@a, @b)` is one mistake.
        var edits = ImmutableArray.CreateBuilder<Replacement>();
        edits.Add(
            new Replacement(
                tokens.Start(index),
                tokens.End(end - 1),
                tokens.Type(index - 1) == RgPolicyLexer.IN ? "('_')" : "_"
            )
        );
        var first = tokens.Slice(index, end);
        while (
            edits.Count < MostInList
            && tokens.Type(end) == RgPolicyLexer.COMMA
            && tokens.Type(end + 1) == RgPolicyLexer.UNKNOWN
            && End(tokens, end + 1) is var next and > 0
        )
        {
            edits.Add(new Replacement(tokens.Start(end + 1), tokens.End(next - 1), "_"));
            end = next;
        }

        return (
            new Correction(
                "RG1005",
                tokens.Start(index),
                tokens.End(end - 1),
                $"`{first}` is a variable, and a policy has none: write the value itself, or the name of a constant "
                    + "(`let NAME = ...`).",
                edits.ToImmutable()
            ),
            end
        );
    }

    private static int End(RawTokens tokens, int index)
    {
        var isValue =
            tokens.IsComparison(index - 1)
            || tokens.Type(index - 1)
                is RgPolicyLexer.LIKE
                    or RgPolicyLexer.COMMA
                    or RgPolicyLexer.LEFT_PAREN
                    or RgPolicyLexer.BETWEEN
            || Expectations.IsSettingWord(tokens.Type(index - 1));
        var name = index + 1;
        while (tokens.Is(index, "@") && tokens.Is(name, "@"))
        {
            name++;
        }

        var isNamed =
            tokens.Touches(index) && (tokens.IsWord(name) || (tokens.Is(index, "$") && tokens.IsNumber(name)));
        return tokens.Text(index) switch
        {
            "@" when isNamed => name + 1,
            "$" when isNamed && isValue => name + 1,
            ":" when isNamed && isValue && !Expectations.IsSettingWord(tokens.Type(index - 1)) => name + 1,
            "?" when isValue => index + 1,
            _ => -1,
        };
    }
}
