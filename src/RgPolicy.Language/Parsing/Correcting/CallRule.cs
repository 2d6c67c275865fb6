using System.Collections.Immutable;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// Questions that are computed as in SQL: <c>now() - query_start > ...</c>, <c>datepart(hour, ...)</c>,
/// <c>case when ... end</c>,
/// <c>plan.rows > abs(5)</c>. The whole question is one mistake, and is read as one that means nothing.
/// </summary>
internal sealed class CallRule : ICorrectionRule
{
    private const int MostInside = 80;
    private const string Case =
        "There is no `case`: a condition is joined by `and`, `or` and `not`, "
        + "and what else is to happen is a class of its own below";
    private const string Tables =
        "A policy asks signals and no tables: write a question such as `session.login in ('a', 'b')`";
    private const string Age = "How long a query has run is `request.elapsed`: write `request.elapsed > 10 min`";
    private const string Roles = "Roles are not known: name the logins, `session.login in ('a', 'b')`";
    private const string Session =
        "A session is told by `session.login`, `session.app`, `session.host` and `session.database`";
    private const string Window =
        "The time of day is asked with a window: write `window NAME = mon..fri 08:00..18:00 \"UTC\"`, "
        + "and `during NAME` in the condition";

    // Parts of a question, in small letters, and what to write for it.
    private static readonly ImmutableArray<(string Part, string Advice)> Meant =
    [
        ("case ", Case),
        ("select ", Tables),
        ("exists", Tables),
        ("query_start", Age),
        ("start_time", Age),
        ("xact_start", Age),
        ("started", Age),
        ("is_member", Roles),
        ("has_role", Roles),
        ("is_srvrole", Roles),
        ("pg_backend", Session),
        ("sys_context", Session),
        ("current_setting", Session),
        ("hour", Window),
        ("date", Window),
        ("time", Window),
        ("now", Window),
        ("extract", Window),
        ("dow", Window),
        ("weekday", Window),
        ("day", Window),
        ("to_char", Window),
    ];

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.BeginsCondition(index)
            ? Cased(tokens, index) ?? Asked(tokens, index) ?? Computed(tokens, index)
            : Answer(tokens, index);

    private static (Correction Correction, int Next)? Cased(RawTokens tokens, int index)
    {
        var isCase = tokens.IsAny(index, "case") && (tokens.IsAny(index + 1, "when") || tokens.IsSignal(index + 1));
        var end = index + 1;
        while (isCase && end < tokens.Count && end < index + MostInside && !tokens.IsAny(end, "end"))
        {
            end++;
        }

        return isCase && tokens.IsAny(end, "end")
            ? Instead(tokens, index, QuestionEnd(tokens, end + 1), tokens.Slice(index, end))
            : null;
    }

    private static (Correction Correction, int Next)? Asked(RawTokens tokens, int index)
    {
        var isCall = IsCall(tokens, index) && tokens.Type(index) == RgPolicyLexer.IDENTIFIER;
        var isClock =
            tokens.IsAny(
                index,
                "current_timestamp",
                "current_time",
                "current_date",
                "sysdate",
                "systimestamp",
                "localtime",
                "query_start",
                "start_time"
            )
            && (
                tokens.Text(index + 1) is "-" or "+"
                || tokens.IsComparison(index + 1)
                || tokens.IsAny(index + 1, "between")
            );
        var end = isCall || isClock ? QuestionEnd(tokens, index) : -1;
        return end > index ? Instead(tokens, index, end, tokens.Slice(index, end)) : null;
    }

    // `plan.rows * 2 > 1000`
    private static (Correction Correction, int Next)? Computed(RawTokens tokens, int index)
    {
        var sign = tokens.SignalEnd(index);
        var end =
            sign > 0
            && !DashRule.Is(tokens, sign)
            && tokens.Text(sign) is "+" or "-" or "*" or "/" or "%"
            && (tokens.IsNumber(sign + 1) || tokens.IsWord(sign + 1))
                ? QuestionEnd(tokens, index)
                : -1;
        if (end < 0)
        {
            return null;
        }

        var (start, last) = (tokens.Start(index), tokens.End(end - 1));
        var signal = tokens.Slice(index, sign);
        return (
            new Correction(
                "RG1001",
                start,
                last,
                "A signal stands alone on the left, and what is computed on the right: write such "
                    + $"as `{signal} > 1000 / 2`.",
                [new Replacement(start, last, $"{signal} is known")]
            ),
            end
        );
    }

    // `> abs(5)`: what is compared with is a constant.
    private static (Correction Correction, int Next)? Answer(RawTokens tokens, int index)
    {
        var isValue =
            tokens.IsComparison(index - 1)
            || tokens.Type(index - 1) is RgPolicyLexer.LIKE or RgPolicyLexer.BETWEEN
            || Expectations.IsSettingWord(tokens.Type(index - 1));
        var isCall = isValue && tokens.Type(index) == RgPolicyLexer.IDENTIFIER && IsCall(tokens, index);
        var close = isCall ? tokens.CloseOf(index + 1) : -1;
        if (close < 0)
        {
            return null;
        }

        var (start, end) = (tokens.Start(index), tokens.End(close));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"There are no functions such as `{tokens.Text(index)}()`: write the constant itself, such as `10 "
                    + "min` or `'text'`.",
                [new Replacement(start, end, "_")]
            ),
            close + 1
        );
    }

    // Behind the last token of a question: its parentheses closed, before `and`, `then` or the next line's statement.
    public static int QuestionEnd(RawTokens tokens, int index)
    {
        var (depth, isRange) = (0, false);
        for (var place = index; place < tokens.Count && place < index + MostInside; place++)
        {
            var isInside = isRange && tokens.IsAny(place, "and"); // `between 8 and 18`
            if (depth == 0 && tokens.EndsCondition(place) && !isInside)
            {
                return place;
            }

            isRange = depth == 0 && tokens.IsAny(place, "between") || (isRange && !isInside);

            depth +=
                tokens.Is(place, "(") ? 1
                : tokens.Is(place, ")") ? -1
                : 0;
        }

        return tokens.Count <= index + MostInside ? tokens.Count : -1;
    }

    private static bool IsCall(RawTokens tokens, int index) =>
        tokens.Is(index + 1, "(")
        && (tokens.Touches(index) || tokens.IsAny(index, "exists", "extract"))
        && tokens.CloseOf(index + 1) > 0;

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int index, int next, string words)
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        var small = words.ToLowerInvariant();
        var advice =
            Meant.FirstOrDefault(pair => small.Contains(pair.Part, StringComparison.Ordinal)).Advice
            ?? $"There are no functions such as `{tokens.Text(index)}()`: a question asks a signal, such as `session.login = 'etl'` or `request.elapsed > 10 min`";
        return (
            new Correction("RG1005", start, end, advice + ".", [new Replacement(start, end, Neutral(tokens))]),
            next
        );
    }

    /// <summary>A question that asks nothing, to read on.</summary>
    public static string Neutral(RawTokens tokens) =>
        tokens.Type(0) == RgPolicyLexer.STATE ? "dbms.active is known" : "plan.writes is known";
}
