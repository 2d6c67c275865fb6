using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>What may be meant by a token behind a statement that it does not fit.</summary>
internal sealed class Continuations(SourceText source, ImmutableArray<IToken> tokens)
{
    private static readonly string[] Joining =
    [
        "and",
        "or",
        "in",
        "not",
        "like",
        "between",
        "is",
        "contains",
        "for",
        "until",
        "by",
        "during",
    ];

    /// <summary>The mistakes that it may be, the likeliest first, each with the change that would make
    /// it fit.</summary>
    public IEnumerable<SyntaxMistake> Of(int last, int place)
    {
        var found = tokens[place];
        if (new ForeignKeywords(source, tokens).Find(found, last) is { } foreign)
        {
            yield return foreign;
        }

        if (found.Type == RgPolicyLexer.IDENTIFIER && NameSuggestion.Find(found.Text, Joining) is { } meant)
        {
            yield return new SyntaxMistake(
                "RG1001",
                Range(found),
                $"`{TokenText.Clip(found.Text)}` does not fit here. Did you mean `{meant}`?"
            )
            {
                Fix = new Fix($"Write `{meant}`", false, [new TextEdit(Range(found), meant)]),
                Repair = Repair.Replace(found, meant),
            };
        }

        yield return new SyntaxMistake("RG1001", Range(found), $"Expected `,` before {TokenText.Name(found)}.")
        {
            Fix = new Fix("Write `,`", true, [new TextEdit(Behind(tokens[place - 1]), ",")]),
            Repair = Repair.Insert(found, ","),
        };
    }

    /// <summary>The mistake when no change makes it fit.</summary>
    public SyntaxMistake Nothing(int last, int place)
    {
        var found = tokens[place];
        var isCondition = tokens[last].Type == RgPolicyLexer.CLASS;
        return SecondNumber(place)
            ?? new SyntaxMistake(
                "RG1001",
                Range(found),
                found.Type switch
                {
                    RgPolicyLexer.RIGHT_PAREN or RgPolicyLexer.RIGHT_BRACE =>
                        $"{TokenText.Name(found)} closes nothing: leave it out.",
                    RgPolicyLexer.YIELDS => "Expected `{` before `yields`: write `{ yields POOL }`.",
                    _ when isCondition => $"Expected `and`, `or` or the next statement, found {TokenText.Name(found)}.",
                    _ => $"Expected the next statement, found {TokenText.Name(found)}.",
                }
            )
            {
                Fix = found.Type is RgPolicyLexer.RIGHT_PAREN or RgPolicyLexer.RIGHT_BRACE
                    ? new Fix($"Remove `{found.Text}`", false, [new TextEdit(Range(found), "")])
                    : null,
                IsVague =
                    found.Type is not (RgPolicyLexer.RIGHT_PAREN or RgPolicyLexer.RIGHT_BRACE or RgPolicyLexer.YIELDS),
            };
    }

    // `1 h 30 min` and `1,000`: what other writings make of one number.
    private SyntaxMistake? SecondNumber(int place)
    {
        var (before, found) = (tokens[place - 1], tokens[place]);
        if (found.Type == RgPolicyLexer.INTEGER && before.Type == RgPolicyLexer.UNIT)
        {
            return new SyntaxMistake(
                "RG1001",
                Range(found),
                "A number has one unit: write a sum, such as `1 h + 30 min`."
            )
            {
                Fix = new Fix("Write `+`", true, [new TextEdit(Behind(before), " +")]),
            };
        }

        return found.Type == RgPolicyLexer.COMMA && before.Type == RgPolicyLexer.INTEGER
            ? new SyntaxMistake(
                "RG1001",
                Range(found),
                "Numbers are written without separators, such as `1000000` or `2.5`."
            )
            : null;
    }

    private TextRange Behind(IToken token) => source.Range(token.StopIndex + 1, token.StopIndex + 1);

    private TextRange Range(IToken token) => source.Range(token.StartIndex, token.StopIndex + 1);
}
