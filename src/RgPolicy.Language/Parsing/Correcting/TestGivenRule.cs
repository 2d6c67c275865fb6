using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>What a test gives, written as a condition: <c>given plan.rows &gt; 5</c>, <c>given login "alice"</c>,
/// <c>given session "alice"</c>.</summary>
internal sealed class TestGivenRule : ICorrectionRule
{
    private const int MostTokensBack = 60;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) != RgPolicyLexer.TEST || index < 3
            ? null
            : Forgotten(tokens, index)
                ?? Comma(tokens, index)
                ?? Block(tokens, index)
                ?? Asked(tokens, index)
                ?? Unqualified(tokens, index)
                ?? Session(tokens, index);

    // a second signal on a line of its own
    private static (Correction Correction, int Next)? Forgotten(RawTokens tokens, int index)
    {
        var isNext =
            tokens.IsFirstOnLine(index)
            && tokens.IsSignal(index)
            && tokens.IsConstant(tokens.SignalEnd(index))
            && tokens.Text(index - 1) is not ("," or "{" or "given");
        var place = index - 1;
        while (
            isNext
            && place > 2
            && tokens.Type(place)
                is not (
                    RgPolicyLexer.GIVEN
                    or RgPolicyLexer.EXPECT
                    or RgPolicyLexer.LEFT_BRACE
                    or RgPolicyLexer.RIGHT_BRACE
                    or RgPolicyLexer.CASES
                )
        )
        {
            place--;
        }

        var behind = isNext ? tokens.End(index - 1) : 0;
        return isNext && tokens.Type(place) == RgPolicyLexer.GIVEN
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(index),
                    $"Expected `,` before `{tokens.Slice(index, tokens.SignalEnd(index))}`.",
                    [new Replacement(behind, behind, ",")]
                )
                {
                    Fix = "Write `,`",
                },
                index + 1
            )
            : null;
    }

    // `given plan.writes true, expect class a`
    private static (Correction Correction, int Next)? Comma(RawTokens tokens, int index)
    {
        var isStray =
            tokens.Text(index) is "," or ";"
            && tokens.Type(index + 1) is RgPolicyLexer.EXPECT or RgPolicyLexer.GIVEN or RgPolicyLexer.CASES;
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isStray
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"The lines of a test stand without a mark between them: leave out `{tokens.Text(index)}`.",
                    [new Replacement(start, end, " ")]
                )
                {
                    Fix = $"Remove `{tokens.Text(index)}`",
                },
                index + 1
            )
            : null;
    }

    // `given plan { writes true, dop 4 }`
    private static (Correction Correction, int Next)? Block(RawTokens tokens, int index)
    {
        var isBlock =
            tokens.IsAny(index, "plan", "statement", "request", "host", "dbms", "history")
            && tokens.Is(index + 1, "{")
            && tokens.IsWord(index + 2)
            && tokens.Text(index - 1) is "given" or ",";
        var close = index + 2;
        while (isBlock && close < tokens.Count && !tokens.Is(close, "}"))
        {
            close++;
        }

        var names = !isBlock
            ? []
            : Enumerable
                .Range(index + 2, close - index - 2)
                .Where(place => SignalCatalog.Find($"{tokens.Text(index)}.{tokens.Text(place)}") is not null)
                .ToList();
        var (start, open) = (tokens.Start(index), tokens.Start(index + 1));
        return names.Count > 0
            ? (
                new Correction(
                    "RG1001",
                    start,
                    tokens.End(index),
                    $"Signals are named whole: write `{{ {tokens.Text(index)}.{tokens.Text(names[0])} ... }}` "
                        + $"without `{tokens.Text(index)}` before the brace.",
                    [
                        new Replacement(start, open, ""),
                        .. names.Select(name => new Replacement(
                            tokens.Start(name),
                            tokens.Start(name),
                            tokens.Text(index) + "."
                        )),
                    ]
                )
                {
                    Fix = "Write the names whole",
                },
                close
            )
            : null;
    }

    // `plan.streamed > 5 GiB`: the value is read to read on.
    private static (Correction Correction, int Next)? Asked(RawTokens tokens, int index)
    {
        var question = BeginsGiven(tokens, index) ? tokens.SignalEnd(index) : -1;
        var isOrder = question > 0 && tokens.IsComparison(question) && tokens.Type(question) is not RgPolicyLexer.EQUAL;
        var isWord = question > 0 && tokens.IsAny(question, "is", "like", "of", "equals");
        if (!isOrder && !isWord)
        {
            return null;
        }

        var (start, end) = (tokens.Start(question), tokens.End(question));
        var signal = tokens.Slice(index, question);
        var isEqual = isWord && !tokens.Is(question, "like") || tokens.Type(question) == RgPolicyLexer.FOREIGN_EQUAL;
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"A test gives one value and asks nothing: write the value behind `{signal}`, without "
                    + $"`{tokens.Text(question)}`.",
                [new Replacement(start, end, "")]
            )
            {
                Fix = isEqual ? $"Remove `{tokens.Text(question)}`" : null,
            },
            question + 1
        );
    }

    private static (Correction Correction, int Next)? Unqualified(RawTokens tokens, int index)
    {
        var isBare =
            BeginsGiven(tokens, index)
            && tokens.Type(index) is RgPolicyLexer.IDENTIFIER
            && tokens.Type(index + 1) != RgPolicyLexer.DOT
            && !IsOfSession(tokens, index)
            && tokens.IsConstant(tokens.Is(index + 1, "=") ? index + 2 : index + 1);
        var meant = isBare
            ? SignalCatalog
                .All.Where(signal => signal.Name.EndsWith("." + tokens.Text(index), StringComparison.Ordinal))
                .ToList()
            : [];
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return meant.Count > 0
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    "A signal is named whole: write "
                        + $"{string.Join(" or ", meant.Select(signal => $"`{signal.Name}`"))}.",
                    [new Replacement(start, end, meant[0].Name)]
                )
                {
                    Fix = $"Write `{meant[0].Name}`",
                    IsSafe = meant.Count == 1,
                },
                index + 1
            )
            : null;
    }

    private static bool IsOfSession(RawTokens tokens, int index)
    {
        var place = index - 1;
        while (place > index - MostTokensBack && place > 0 && tokens.Text(place) is not ("{" or "}"))
        {
            place--;
        }

        return tokens.Is(place, "{") && tokens.Is(place - 1, "session");
    }

    // `given session "alice"`
    private static (Correction Correction, int Next)? Session(RawTokens tokens, int index)
    {
        var isText =
            tokens.IsText(index) && tokens.Is(index - 1, "session") && tokens.Text(index - 2) is "given" or ",";
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isText
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"What is given of a session has a name: write `session {{ login {tokens.Text(index)} }}`, or "
                        + "`app`, `host` or `database`.",
                    [new Replacement(start, end, $"{{ login {tokens.Text(index)} }}")]
                )
                {
                    Fix = "Write `login`",
                    IsSafe = false,
                },
                index + 1
            )
            : null;
    }

    private static bool BeginsGiven(RawTokens tokens, int index)
    {
        var isFirst = tokens.Text(index - 1) is "given" or "{" or ",";
        for (var place = index - 1; isFirst && place > 0 && place > index - MostTokensBack; place--)
        {
            switch (tokens.Type(place))
            {
                case RgPolicyLexer.GIVEN:
                    return true;
                case RgPolicyLexer.EXPECT or RgPolicyLexer.CASES or RgPolicyLexer.RIGHT_BRACE:
                    return false;
            }
        }

        return false;
    }
}
