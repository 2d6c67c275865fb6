using System.Collections.Frozen;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Functions, of which the language has none: <c>suser_name() = 'etl'</c>,
/// <c>lower(session.app)</c>.</summary>
internal sealed class FunctionRule : ICorrectionRule
{
    private static readonly FrozenSet<string> Casing = new[]
    {
        "lower",
        "upper",
        "lcase",
        "ucase",
        "tolower",
        "toupper",
    }.ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    private static readonly FrozenSet<string> Absent = new[]
    {
        "coalesce",
        "isnull",
        "nvl",
        "ifnull",
        "nullif",
    }.ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) => Call(tokens, index);

    private static (Correction Correction, int Next)? Call(RawTokens tokens, int index)
    {
        var isCall =
            tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && tokens.Is(index + 1, "(")
            && tokens.Touches(index)
            && tokens.BeginsCondition(index);
        var close = isCall ? tokens.CloseOf(index + 1) : -1;
        if (close < 0)
        {
            return null;
        }

        var name = tokens.Text(index);
        var isAsked = tokens.SignalEnd(index + 2) is var end && end > 0 && (end == close || tokens.Is(end, ","));
        return isAsked ? OfSignal(tokens, index, close + 1, tokens.Slice(index + 2, end))
            : ForeignSignalNames.SessionSignalOf(name) is { } signal ? Named(tokens, index, close + 1, signal)
            : null;
    }

    // `app_name()`, `APP_NAME() LIKE`
    private static (Correction Correction, int Next) Named(RawTokens tokens, int index, int next, string signal)
    {
        var question = Repairing.Words.InSmallLetters(tokens.Text(next));
        var meant = question is null ? signal : $"{signal} {question}";
        return Instead(
            tokens,
            index,
            question is null ? next : next + 1,
            meant,
            $"There are no functions: write `{meant}` instead of "
                + $"`{tokens.Text(index)}(){(question is null ? "" : " " + tokens.Text(next))}`.",
            isSure: true
        );
    }

    // `lower(session.app)`, `coalesce(plan.rows, 0)`
    private static (Correction Correction, int Next)? OfSignal(RawTokens tokens, int index, int next, string signal)
    {
        var name = tokens.Text(index);
        if (Casing.Contains(name))
        {
            return Instead(
                tokens,
                index,
                next,
                signal,
                $"Texts are compared without regard to case (but for `exactly`): write `{signal}` alone.",
                isSure: true
            );
        }

        var advice =
            TextFunctions.Question(name, "A") is { } question
                ? $"write `{signal} {question}`{TextFunctions.Note(question)}"
            : Absent.Contains(name)
                ? $"ask `{signal}` itself, for a class never matches while it is unknown, or ask `{signal} is known`"
            : $"a question asks a signal itself, such as `{signal}`";
        return Instead(
            tokens,
            index,
            AnswerEnd(tokens, next),
            "plan.writes is known",
            $"There are no functions such as `{name}()`: {advice}.",
            isSure: false
        );
    }

    // What the function is compared with goes too: it is of the function's type.
    private static int AnswerEnd(RawTokens tokens, int index) =>
        tokens.IsComparison(index) && tokens.ConstantEnd(index + 1) is var end and > 0 ? end : index;

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string meant,
        string message,
        bool isSure
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction("RG1005", start, end, message, [new Replacement(start, end, meant)])
            {
                Fix = isSure ? $"Write `{meant}`" : null,
            },
            next
        );
    }
}
