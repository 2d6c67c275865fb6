using System.Text.RegularExpressions;

namespace RgPolicy.Language.Tests.Parsing.Planted;

/// <summary>Puts statements and parts that have no mistake around one that has.</summary>
/// <param name="Condition">A condition.</param>
/// <param name="Settings">The settings of a pool.</param>
/// <param name="Steps">The steps of a rule.</param>
/// <param name="Items">The lines of a test.</param>
internal sealed partial record Surroundings(string Condition, string Settings, string Steps, string Items)
{
    /// <summary>Questions that SQL has too, lists and shares.</summary>
    public static Surroundings Plain { get; } =
        new(
            "not plan.writes and session.login in ('u1', 'u2') and (plan.shape != seek or plan.dop between 2 and 4) "
                + "and session.app not like 'x%' and session.host is known",
            "cache 30%, at least 2 ways, exclusive cores 4..7, 9 cpu max 50% memory bandwidth 40% io read 80 MiB/s",
            "when request.workers > 40 then limit cpu weight 5 when host.cpu.pressure > 90% then move to q",
            "given plan.dop 4, session { app = 'x', login = 'y' } at \"2026-11-20T10:00Z\" expect class c1, cpu "
                + "weight 5"
        );

    /// <summary>Sums, sets, windows and what begins with the same words as something else.</summary>
    public static Surroundings Other { get; } =
        new(
            "(during w1 or statement.tables contains any ('t1', \"t2\")) and plan.working_set >= 0.5 * host.llc "
                + "- 10 MiB "
                + "and session.login = exactly 'Etl' and server.version < 15.4.1 and not session.database = 'd'",
            "require cache 20% cores like p1 cpu min 10% grant wait 5 s grant 20 MiB maxdop 4 io min reads 5/s queue 3",
            "unless plan.writes when request.elapsed > 2 * 5 min then quarantine fingerprint to q for 1 h "
                + "when plan.cost > 1.5 then log when plan.dop > 2 then shrink next",
            "target generic given objective c1 late 5%, { plan.cost 3, plan.shape scan } "
                + "at 10 s { given plan.dop 2 expect no rule, state s1 } expect provisional line 3, rule r1 step 2"
        );

    /// <summary>Statements that stand above others.</summary>
    public string Above =>
        "let n1 = 2 * 10 min\nwindow w1 = mon..fri, sun 08:00..18:00 \"UTC\"\n"
        + $"pool p1 {{ {Settings} }}\nclass c1 -> p1 when {Condition}\nrule r1 on class c1 during w1 {{ {Steps} }}\n";

    /// <summary>Statements that stand below others.</summary>
    public string Below =>
        "\nstate s1 when host.cpu.pressure > 90% for 10 s until < 50% for 30 s\nin s1 { pool q { cache 5% } }\n"
        + $"objective c1 p95 elapsed < 5 s {{ yields c1 }}\ntest \"one\" {{ {Items} }}\n";

    /// <summary>Parts at the beginning of each statement that may have some.</summary>
    public string Before(string statements) =>
        Beginning()
            .Replace(
                statements,
                match =>
                    match.Groups["condition"].Success ? $"{match.Value}{Condition} and "
                    : match.Groups["pool"].Success ? $"{match.Value} {Settings}"
                    : match.Groups["rule"].Success ? $"{match.Value} {Steps}"
                    : $"{match.Value} {Items}"
            );

    /// <summary>Parts at the end of each statement that may have some.</summary>
    public string Behind(string statements) =>
        Whole()
            .Replace(
                statements,
                match =>
                    match.Groups["condition"].Success ? $"{match.Value} and {Condition}"
                    : match.Groups["pool"].Success ? $"{match.Value[..^1]}{Settings} }}"
                    : match.Groups["rule"].Success ? $"{match.Value[..^1]}{Steps} }}"
                    : $"{match.Value[..^1]}{Items} }}"
            );

    [GeneratedRegex(
        @"^((?<condition>class \w+ -> \w+ when )|(?<pool>pool \w+ \{)|(?<rule>rule \w+ on class \w+ \{)"
            + @"|test ""[^""\n]*"" \{)",
        RegexOptions.Multiline | RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Beginning();

    [GeneratedRegex(
        @"^((?<condition>class \w+ -> \w+ when [^\n/]+)|(?<pool>pool \w+ \{[^}]*\})"
            + @"|(?<rule>rule \w+ on class \w+ \{[^}]*\})|test ""[^""\n]*"" \{[^{}]*\})",
        RegexOptions.Multiline | RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Whole();
}
