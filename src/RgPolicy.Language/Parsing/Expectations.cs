using Antlr4.Runtime;
using Antlr4.Runtime.Misc;
using RgPolicy.Language.Parsing.Generated;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing;

/// <summary>Says in the language's own words what the grammar would have taken at a place.</summary>
internal static class Expectations
{
    private const int MostWords = 8;

    /// <summary>The words that a policy's statements begin with.</summary>
    public static readonly string[] StatementWords =
        "language let window pool class default cache schedule rule state in objective test".Split(' ');

    private static readonly string[] SettingWords =
        "cache cores cpu memory grant maxdop io tempdb concurrency queue slots require".Split(' ');

    private static readonly string[] TestWords = ["given", "at", "target", "expect", "cases"];

    private static readonly string[] ActionWords = "log notify deprioritize limit move shrink quarantine cancel".Split(
        ' '
    );

    /// <summary>What was expected, or null where the parser had looked ahead and no short answer is true.</summary>
    public static string? Describe(RecognitionException mistake) =>
        mistake.Context switch
        {
            PrimaryContext or QuestionContext or ActionContext when OnlyWord(mistake) is { } word => $"`{word}`",
            StatementContext or PolicyContext => "a statement such as `pool`, `class` or `rule`",
            SettingBlockContext when !IsFirstToken(mistake) => "a setting such as `cache 60%`, or `}`",
            SignalContext { Parent: CaseHeaderContext or SignalValueContext or StrategyStatementContext } =>
                "a signal such as `plan.rows`",
            PercentileContext => "a percentile such as `p95`",
            DayRangeContext or NameContext or ConstantNameContext when IsDay(mistake.Context) =>
                "days such as `mon..fri`",
            PrimaryContext or NegationContext or SignalContext => "a condition such as `plan.shape = scan`",
            QuestionContext or AtomContext => "a comparison such as `= scan`, `in (...)` or `is known`",
            RuleItemContext or RuleStatementContext when IsBraceExpected(mistake) => "`when`, `unless` or `}`",
            TestItemContext or TestStatementContext when IsBraceExpected(mistake) =>
                "`given`, `at`, `target`, `expect`, `cases` or `}`",
            InStateStatementContext when IsBraceExpected(mistake) => "`pool` or `}`",
            WindowStatementContext
                when mistake.GetExpectedTokens() is { Count: 1 } one && one.Contains(RgPolicyLexer.STRING) =>
                "a time zone in quotes, such as `\"Europe/Berlin\"`,",
            NameContext or ConstantNameContext when IsPool(mistake.Context) => "a pool's name",
            ActionContext => "an action such as `deprioritize`, `limit cpu weight 50`, `move to POOL` or `cancel`",
            _ => DescribeTokens(mistake),
        };

    /// <summary>
    /// The one word or mark that the grammar goes on with, or null when there are several or a name is
    /// expected. A brace is none, for where it closes is told by <see cref="Repairing.OpenBraces"/>.
    /// </summary>
    public static string? OnlyWord(RecognitionException mistake)
    {
        var isSure = mistake is not NoViableAltException { StartToken: { } start } || start == mistake.OffendingToken;
        return
            isSure
            && mistake.GetExpectedTokens() is { Count: 1 } expected
            && expected.MinElement is not (RgPolicyLexer.RIGHT_BRACE or RgPolicyLexer.DOT)
            && DefaultVocabulary.GetLiteralName(expected.MinElement) is { } word
            ? word[1..^1]
            : null;
    }

    /// <summary>The words that would have fitted, for a suggestion.</summary>
    public static IEnumerable<string> Words(RecognitionException mistake) =>
        mistake.Context switch
        {
            StatementContext or PolicyContext => StatementWords,
            SettingBlockContext => SettingWords,
            TestItemContext or TestStatementContext when IsBraceExpected(mistake) => TestWords,
            RuleItemContext or RuleStatementContext when IsBraceExpected(mistake) => ["when", "unless"],
            ActionContext => ActionWords,
            _ => TokenNames(mistake.GetExpectedTokens()),
        };

    private static bool IsDay(RuleContext context) =>
        context is DayRangeContext
        || (context is NameContext or ConstantNameContext && context.Parent is { } parent && IsDay(parent));

    private static bool IsPool(RuleContext name) =>
        name.Parent switch
        {
            NameContext outer => IsPool(outer),
            ClassStatementContext statement => statement.ARROW() is not null,
            _ => name.Parent is DefaultStatementContext,
        };

    private static bool IsFirstToken(RecognitionException mistake) =>
        mistake.GetExpectedTokens().Contains(RgPolicyLexer.LEFT_BRACE);

    private static bool IsBraceExpected(RecognitionException mistake) =>
        mistake.GetExpectedTokens().Contains(RgPolicyLexer.RIGHT_BRACE);

    private static string? DescribeTokens(RecognitionException mistake)
    {
        if (mistake is NoViableAltException { StartToken: { } start } && start != mistake.OffendingToken)
            return null;

        var expected = mistake.GetExpectedTokens();
        if (expected.Contains(RgPolicyLexer.IDENTIFIER) && expected.Contains(RgPolicyLexer.POOL))
            return expected.Contains(RgPolicyLexer.INTEGER) ? "a constant such as `10 min` or `'text'`" : "a name";

        var parts = TokenParts(expected);
        return parts.Count is 0 or > MostWords ? null : Join(parts);
    }

    private static List<string> TokenParts(IntervalSet expected)
    {
        var parts = new List<string>();
        foreach (
            var (type, text) in (ReadOnlySpan<(int, string)>)
                [
                    (RgPolicyLexer.INTEGER, "a whole number"),
                    (RgPolicyLexer.STRING, "a text in quotes"),
                    (RgPolicyLexer.CLOCK, "a time such as `08:00`"),
                    (RgPolicyLexer.IDENTIFIER, "a name"),
                ]
        )
        {
            if (expected.Contains(type))
                parts.Add(text);
        }

        parts.AddRange(TokenNames(expected).Select(name => $"`{name}`"));
        return parts;
    }

    private static IEnumerable<string> TokenNames(IntervalSet expected) =>
        from type in expected.ToArray()
        let name = DefaultVocabulary.GetLiteralName(type)
        where name is not null
        select name.Trim('\'');

    private static string Join(List<string> parts) =>
        parts.Count == 1 ? parts[0] : string.Join(", ", parts.Take(parts.Count - 1)) + " or " + parts[^1];
}
