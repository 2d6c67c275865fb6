using RgPolicy.Language.Numbers;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A block of settings as in a configuration file: <c>{ maxdop = 4, cache = 20% }</c>. However many marks it
/// has, it is one mistake.</summary>
internal sealed class SettingMarksRule : ICorrectionRule
{
    private const int LeastMarks = 2;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (
            tokens.Is(index, "=")
            && tokens.Is(index + 1, ">")
            && tokens.Touches(index)
            && Expectations.IsSettingWord(tokens.Type(index - 1))
            && tokens.IsNumber(index + 2)
        )
        {
            var (from, to) = (tokens.Start(index), tokens.End(index + 1));
            return (
                new Correction(
                    "RG1007",
                    from,
                    to,
                    "A setting takes no `=>`: write its name and its value, such as `cache 60%`.",
                    [new Replacement(from, to, " ")]
                )
                {
                    Fix = "Remove `=>`",
                },
                index + 2
            );
        }

        var isBlock =
            tokens.Type(0) is RgPolicyLexer.POOL or RgPolicyLexer.IN
            && tokens.Is(index, "{")
            && tokens.Type(index - 2) == RgPolicyLexer.POOL;
        var marks = isBlock ? Marks(tokens, index + 1) : [];
        var isPlain = marks.TrueForAll(mark =>
            tokens.Text(mark) == tokens.Text(marks[0])
            && !tokens.IsText(mark + 1)
            && tokens.Type(mark - 1) != RgPolicyLexer.LEAST
        );
        if (marks.Count < LeastMarks || (isPlain && !tokens.Is(marks[0], "=")))
        {
            return null;
        }

        var (start, end) = (tokens.Start(marks[0]), tokens.End(marks[0]));
        return (
            new Correction(
                "RG1007",
                start,
                end,
                $"Settings are their names and values alone: leave out {Names(tokens, marks)}, as in "
                    + "`cache 60%  cores all`.",
                [.. marks.SelectMany(mark => Alone(tokens, mark))]
            )
            {
                Fix = "Remove the marks",
            },
            index + 1
        );
    }

    private static IEnumerable<Replacement> Alone(RawTokens tokens, int mark) =>
        Amount(tokens, mark + 1) is { } amount && tokens.Text(mark) is "=" or ":"
            ? [Without(tokens, mark), new Replacement(tokens.Start(mark + 1), tokens.End(mark + 1), amount)]
            : [Without(tokens, mark)];

    private static string? Amount(RawTokens tokens, int index) =>
        tokens.IsText(index) ? QuotedAmount.Read(tokens.Text(index)[1..^1]) : null;

    // One of the blanks around it goes too.
    private static Replacement Without(RawTokens tokens, int mark) =>
        new(tokens.End(mark - 1), tokens.End(mark), tokens.Touches(mark) ? " " : "");

    // Empty where a value is more than a number: what it stands for is told with it.
    private static List<int> Marks(RawTokens tokens, int first)
    {
        var marks = new List<int>();
        for (var place = first; place < tokens.Count && !tokens.Is(place, "}"); place++)
        {
            if (
                tokens.Text(place) is "=" or ":"
                && (Expectations.IsSettingWord(tokens.Type(place - 1)) || tokens.Type(place - 1) == RgPolicyLexer.LEAST)
            )
            {
                if (!tokens.IsNumber(place + 1) && !tokens.Is(place + 1, "all") && Amount(tokens, place + 1) is null)
                {
                    return [];
                }

                marks.Add(place);
            }
            else if (
                tokens.Text(place) is "," or ";"
                && (BeginsSetting(tokens, place + 1) || tokens.Is(place + 1, "}"))
            )
            {
                marks.Add(place);
            }
        }

        return marks;
    }

    private static bool BeginsSetting(RawTokens tokens, int index) =>
        tokens.Text(index) is "cpu" or "memory" or "io" or "require" || Expectations.IsSettingWord(tokens.Type(index));

    private static string Names(RawTokens tokens, List<int> marks) =>
        string.Join(" and ", marks.Select(tokens.Text).Distinct(StringComparer.Ordinal).Select(mark => $"`{mark}`"));
}
