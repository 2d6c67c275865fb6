namespace RgPolicy.Bench.Language;

/// <summary>Policies of one statement that is far longer than people write them, well formed and not.</summary>
internal static class LongTexts
{
    private const int Terms = 8_000;
    private const int Nested = 200_000;
    private const int Listed = 100_000;
    private const int BeyondLimit = 10_500_000;

    /// <summary>Each with a name.</summary>
    public static IEnumerable<(string Name, string Text)> All() =>
        [
            ("8,000 terms, numbers", Condition(Terms, " and ", at => $"plan.rows > {at}")),
            ("8,000 terms, texts", Condition(Terms, " or ", at => $"session.app = '{at}'")),
            ("8,000 terms, three signals", Condition(Terms, " or ", Mixed)),
            ("100,000 logins in a list", Class($"session.login in ({string.Join(", ", Names())})")),
            ("the same without commas", Class($"session.login in ({string.Join(' ', Names())})")),
            ("200,000 parentheses", Class(new string('(', Nested) + "plan.writes" + new string(')', Nested))),
            ("200,000 times not", Class(string.Concat(Enumerable.Repeat("not ", Nested)) + "plan.writes")),
            ("10.5 MB", "// " + new string('x', BeyondLimit) + "\n" + Class("plan.writes")),
        ];

    private static IEnumerable<string> Names() => Enumerable.Range(0, Listed).Select(at => $"'user{Number(at)}'");

    private static string Condition(int terms, string joint, Func<string, string> term) =>
        Class(string.Join(joint, Enumerable.Range(1, terms).Select(at => term(Number(at)))));

    private static string Mixed(string at) =>
        (int.Parse(at, CultureInfo.InvariantCulture) % 3) switch
        {
            0 => $"plan.rows > {at}",
            1 => $"session.app like 'job {at}%'",
            _ => $"request.elapsed > {at} s",
        };

    private static string Class(string condition) =>
        $$"""
            language 1
            pool fast { cpu weight 1000 }
            pool slow { cpu weight 50 }
            class long -> slow when {{condition}}
            default -> fast

            """;

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}
