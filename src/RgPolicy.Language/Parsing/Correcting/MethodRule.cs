namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Signals and actions called as in programming languages: <c>session.app.startswith('a')</c>,
/// <c>request.elapsed()</c>, <c>cancel()</c>.</summary>
internal sealed class MethodRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var open = tokens.SignalEnd(index);
        return open > 0 && tokens.Is(open, "(") ? Method(tokens, index, open)
            : StepRule.IsAction(tokens, index)
            && tokens.IsAny(index - 1, "then")
            && tokens.Is(index + 1, "(")
            && tokens.Is(index + 2, ")")
                ? Empty(tokens, index + 1, $"`{tokens.Text(index)}` is not a function")
            : null;
    }

    private static (Correction Correction, int Next)? Method(RawTokens tokens, int index, int open)
    {
        if (tokens.Is(open + 1, ")") && TextFunctions.Question(tokens.Text(open - 1), "") is not null)
        {
            return null;
        }

        if (tokens.Is(open + 1, ")"))
        {
            var isCase =
                open > index + 3
                && tokens.IsAny(open - 1, "lower", "upper", "tolower", "toupper", "trim", "strip", "casefold");
            return isCase
                ? Without(tokens, open)
                : Empty(tokens, open, $"`{tokens.Slice(index, open)}` is a signal and no function");
        }

        var isText = tokens.IsText(open + 1) && tokens.Is(open + 2, ")") && open > index + 3;
        if (!isText || TextFunctions.Question(tokens.Text(open - 1), tokens.Text(open + 1)[1..^1]) is not { } meant)
        {
            return null;
        }

        var (start, end) = (tokens.Start(open - 2), tokens.End(open + 2));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"A signal has no methods such as `{tokens.Text(open - 1)}()`: write "
                    + $"`{tokens.Slice(index, open - 2)} {meant}`.",
                [new Replacement(start, end, " " + meant)]
            )
            {
                Fix = $"Write `{meant}`",
            },
            open + 3
        );
    }

    private static (Correction Correction, int Next) Without(RawTokens tokens, int open)
    {
        var (start, end) = (tokens.Start(open - 2), tokens.End(open + 1));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                "A signal has no methods, and texts are compared without regard to case (but for `exactly`): leave "
                    + $"out `{tokens.Slice(open - 2, open + 2)}`.",
                [new Replacement(start, end, "")]
            )
            {
                Fix = "Remove it",
            },
            open + 2
        );
    }

    private static (Correction Correction, int Next) Empty(RawTokens tokens, int open, string why)
    {
        var (start, end) = (tokens.Start(open), tokens.End(open + 1));
        return (
            new Correction("RG1005", start, end, $"{why}: leave out `()`.", [new Replacement(start, end, "")])
            {
                Fix = "Remove `()`",
            },
            open + 2
        );
    }
}
