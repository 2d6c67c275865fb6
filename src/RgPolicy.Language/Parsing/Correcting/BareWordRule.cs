using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A word alone where a question stands: a window without <c>during</c>, a state, a value without its signal,
/// the end of a signal's name.</summary>
internal sealed class BareWordRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (!BeginsQuestion(tokens, index))
        {
            return Behind(tokens, index);
        }

        return Window(tokens, index) ?? (tokens.IsWord(index) && Ends(tokens, index + 1) ? Alone(tokens, index) : null);
    }

    // `when in w`, `when window = w`, `when w = true`, `when during(w)`, `when during w = true`, `when during not w`
    private static (Correction Correction, int Next)? Window(RawTokens tokens, int index)
    {
        var name = index;
        while (
            name < index + 3
            && tokens.IsAny(
                name,
                "during",
                "in",
                "within",
                "inside",
                "at",
                "on",
                "window",
                "time",
                "now",
                "=",
                "==",
                "is",
                "(",
                "not"
            )
        )
        {
            name++;
        }

        if (!tokens.IsWindow(tokens.Text(name)))
        {
            return null;
        }

        var end = tokens.Is(name + 1, ")") && Has(tokens, index, name, "(") ? name + 2 : name + 1;
        var isTrue = tokens.IsComparison(end) || tokens.IsAny(end, "is");
        var value = isTrue && tokens.IsAny(end + 1, "true", "false", "open", "active") ? end + 2 : end;
        var isNegated =
            Has(tokens, index, name, "not")
            != (value > end && (tokens.IsAny(end + 1, "false") != (tokens.Text(end) is "!=" or "<>")));
        var meant = $"{(isNegated ? "not " : "")}during {tokens.Text(name)}";
        var isPlain = tokens.Is(index, "during") && name == index + 1 && value == name + 1;
        return !isPlain && Ends(tokens, value)
            ? Instead(tokens, index, value, meant, "A window is asked with `during`")
            : null;
    }

    // `plan.writes outside w`, `plan.writes except w`
    private static (Correction Correction, int Next)? Behind(RawTokens tokens, int index)
    {
        var isNegated = tokens.IsAny(index, "outside", "except", "unless", "but");
        var isHead = tokens.Type(0) == RgPolicyLexer.RULE && !tokens.IsInBraces(index);
        var isWord =
            !isHead
            && (isNegated || tokens.IsAny(index, "within", "inside", "in", "on", "at"))
            && tokens.Type(index - 1) != RgPolicyLexer.DOT;
        return isWord && tokens.IsWindow(tokens.Text(index + 1)) && Ends(tokens, index + 2)
            ? Instead(
                tokens,
                index,
                index + 2,
                $"and {(isNegated ? "not " : "")}during {tokens.Text(index + 1)}",
                "A window is asked with `during`"
            )
            : null;
    }

    private static bool Has(RawTokens tokens, int from, int to, string word) =>
        Enumerable.Range(from, to - from).Any(place => tokens.Is(place, word));

    private static (Correction Correction, int Next)? Alone(RawTokens tokens, int index)
    {
        var word = tokens.Text(index);
        var signals = SignalCatalog.All.Where(signal => signal.Words.Contains(word, StringComparer.Ordinal)).ToList();
        var flag = SignalCatalog.All.FirstOrDefault(signal =>
            signal.Type == SignalType.Bool && signal.Name.EndsWith("." + word, StringComparison.Ordinal)
        );

        if (tokens.IsState(word))
        {
            return State(tokens, index);
        }

        if (flag is not null)
        {
            return Instead(tokens, index, index + 1, flag.Name, "A signal is named whole");
        }

        if (signals.Count > 0)
        {
            return Instead(
                tokens,
                index,
                index + 1,
                $"{signals[0].Name} = {word}",
                "A condition asks a signal",
                isSafe: signals.Count == 1
            );
        }

        return null;
    }

    // A state changes settings. What is put in only helps to read on.
    private static (Correction Correction, int Next) State(RawTokens tokens, int index)
    {
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"`{tokens.Text(index)}` is a state, and a condition asks signals: write what changes in the state "
                    + $"as `in {tokens.Text(index)} {{ pool NAME {{ ... }} }}`.",
                [new Replacement(start, end, CallRule.Neutral(tokens))]
            ),
            index + 1
        );
    }

    // The parenthesis of a list or of a call begins no condition.
    private static bool BeginsQuestion(RawTokens tokens, int index)
    {
        var before = index - 1;
        while (tokens.Type(before) == RgPolicyLexer.LEFT_PAREN)
        {
            before--;
        }

        return before < index - 1 ? tokens.BeginsCondition(before + 1) : tokens.BeginsCondition(index);
    }

    private static bool Ends(RawTokens tokens, int index) => tokens.EndsCondition(index) || tokens.IsFirstOnLine(index);

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string meant,
        string why,
        bool isSafe = true
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction("RG1001", start, end, $"{why}: write `{meant}`.", [new Replacement(start, end, meant)])
            {
                Fix = $"Write `{meant}`",
                IsSafe = isSafe,
            },
            next
        );
    }
}
