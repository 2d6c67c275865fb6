namespace RgPolicy.Service.Tests.Scripted;

/// <summary>A policy with every kind of statement after a few edits such as people make: many still
/// read, many no longer.</summary>
internal static class RandomEdits
{
    private static readonly string[] Lines =
    [
        "language 1",
        "let long = 10 min",
        "let most = 60%",
        "window night = mon..sun 22:00..06:00 \"Europe/Berlin\"",
        "pool p { cache 100% cpu weight 1000 }",
        "pool q { cache 10%, at least 2 ways cpu weight 50 }",
        "pool r { cpu weight 200 maxdop 4 }",
        "class a -> q when plan.shape = scan and plan.rows > 1000",
        "class b -> r when session.app like 'SSRS%' or session.login in ('x', 'y')",
        "class c -> q when during night and not plan.writes",
        "default -> p",
        "cache strategy dynamic by plan.working_set, reserve 10% for streaming",
        "rule slow on class a, b during night { when request.elapsed > long then deprioritize when request.elapsed > "
            + "1 h then cancel unless request.blocking > 0 }",
        "rule more on class c { when request.cpu > 5 min then move to r when request.reads > 1 GiB then quarantine "
            + "fingerprint to q for 1 h }",
        "state busy when host.cpu.pressure > most for 30 s until < 40% for 60 s",
        "in busy { pool q { cpu weight 60 } }",
        "state idle when host.cpu.pressure < 5% or dbms.active < 2",
        "in idle { pool q { cpu weight 500 } }",
        "objective default p95 elapsed < 1 s { yields q, r }",
        "objective default p99 elapsed < 5 s",
        "objective a p50 elapsed < 2 min { yields r }",
        "test \"t\" { given { plan.shape scan plan.rows 2000 } expect class a }",
    ];

    private static readonly string[] Words =
    [
        "10",
        "0",
        "100%",
        "plan.rows",
        "and",
        "or",
        "not",
        "q",
        "r",
        "a",
        "when",
        "{",
        "}",
        "'x'",
        "min",
        "->",
        "\u0000",
        "\u00FF",
        "//",
    ];

    /// <summary>The text.</summary>
    public static string Of(Random random)
    {
        var lines = Lines.ToList();
        for (var edits = random.Next(4); edits > 0; edits--)
        {
            var at = random.Next(lines.Count);
            switch (random.Next(6))
            {
                case 0:
                    lines.RemoveAt(at);
                    break;
                case 1:
                    lines.Insert(random.Next(lines.Count), lines[at]);
                    break;
                case 2:
                    (lines[at], lines[^1]) = (lines[^1], lines[at]);
                    break;
                default:
                    lines[at] = Word(lines[at], random);
                    break;
            }
        }

        return string.Join('\n', lines);
    }

    // A number is another number as often as anything else is anything else.
    private static string Word(string line, Random random)
    {
        var words = line.Split(' ');
        var at = random.Next(words.Length);
        var digits = words[at].TrimEnd('%');
        words[at] =
            int.TryParse(digits, out var number)
                ? words[at]
                    .Replace(
                        digits,
                        FormattableString.Invariant($"{Math.Max(1, number + random.Next(-2, 3))}"),
                        StringComparison.Ordinal
                    )
            : random.Next(3) == 0 ? Words[random.Next(Words.Length)]
            : words[at];
        return string.Join(' ', words);
    }
}
