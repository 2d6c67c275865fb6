namespace RgPolicy.Testing.Engine.Differences;

/// <summary>Draws policies with every kind of statement.</summary>
internal sealed class WholePolicySource(WordSource words)
{
    private static readonly string[] Windows =
    [
        "mon..fri 08:00..18:00 \"Europe/Berlin\"",
        "mon..sun 22:00..06:00 \"Europe/Berlin\"",
        "sun 02:15..03:30 \"Europe/Berlin\"",
        "sat..mon 23:30..23:30 \"America/New_York\"",
        "wed, sun 00:00..24:00 \"UTC\"",
        "mon..sun 01:30..02:30 \"America/New_York\"",
    ];

    public EditedPolicy Next()
    {
        var policy = new EditedPolicy();
        Repeat(
            3,
            index =>
                policy.Lengths.Add(
                    ($"t{index}", index > 0 && words.OneIn(2) ? $"t{words.Below(index)} * 2" : words.Length())
                )
        );
        Repeat(
            2,
            index =>
                policy.Counts.Add(
                    (
                        $"n{index}",
                        index > 0 && words.OneIn(2) ? "n0 + 1" : FormattableString.Invariant($"{words.Below(5)}")
                    )
                )
        );
        Repeat(3, index => policy.Windows.Add(($"w{index}", words.Of(Windows))));
        var pools = 2 + words.Below(3);
        for (var index = 0; index < pools; index++)
            policy.Pools.Add(($"p{index}", Settings()));

        Repeat(5, index => policy.Classes.Add(($"c{index}", Pool(policy), words.Condition(policy))));
        policy.Default = Pool(policy);
        policy.Strategy = words.OneIn(4)
            ? words.Of([
                "cache strategy static",
                "cache strategy dynamic by plan.working_set, reserve 10% for streaming",
                "cache strategy locality",
                "cache strategy objective",
            ])
            : "";
        Repeat(4, index => policy.Rules.Add(Rule(policy, $"r{index}")));
        Repeat(3, index => policy.States.Add(State(policy, $"s{index}")));
        Repeat(3, _ => policy.Objectives.Add((Class(policy), Goal(policy))));
        return policy;
    }

    public string Goal(EditedPolicy policy) =>
        $"{words.Of(["p50", "p95", "p99"])} elapsed < {words.Length()}{(words.OneIn(2) ? $" {{ yields {Pool(policy)} }}" : "")}";

    public string Class(EditedPolicy policy) =>
        policy.Classes.Count == 0 || words.OneIn(4) ? "default" : words.Of(policy.Classes).Name;

    public string Pool(EditedPolicy policy) => words.Of(policy.Pools).Name;

    public string Window() => words.Of(Windows);

    public string Action(EditedPolicy policy) =>
        words.Below(10) switch
        {
            0 => "log",
            1 => "notify",
            2 => "deprioritize",
            3 => $"limit cpu cap {words.Of(["10%", "20%"])}",
            4 => $"limit grant {words.Of(["10%", "20%"])}",
            5 or 6 => $"move to {Pool(policy)}",
            7 => "shrink next",
            8 => $"quarantine fingerprint {(words.OneIn(2) ? $"to {Pool(policy)} " : "")}for {words.Length()}",
            _ => "cancel",
        };

    public EditedState State(EditedPolicy policy, string name)
    {
        var tail =
            (words.OneIn(2) ? $" for {words.Length()}" : "")
            + words.Below(3) switch
            {
                0 => $" until {words.State(policy)} for {words.Length()}",
                1 => $" until {words.State(policy)}",
                _ => "",
            };
        var sets = Enumerable
            .Range(0, words.Below(4))
            .Select(_ => (Pool(policy), words.Setting()))
            .DistinctBy(set => (set.Item1, Word(set.Item2)))
            .ToList();
        return new EditedState(name, words.State(policy), tail, sets);
    }

    public EditedRule Rule(EditedPolicy policy, string name)
    {
        var classes = Enumerable
            .Range(0, 1 + words.Below(2))
            .Select(_ => Class(policy))
            .Distinct(StringComparer.Ordinal)
            .ToList();
        var steps = Enumerable.Range(0, 1 + words.Below(3)).Select(_ => (words.Step(policy), Action(policy))).ToList();
        var during = policy.Windows.Count > 0 && words.OneIn(4) ? words.Of(policy.Windows).Name : "";
        return new EditedRule(name, classes, during, steps, words.OneIn(3) ? words.Step(policy) : "");
    }

    private List<string> Settings() =>
        [
            .. Enumerable
                .Range(0, 1 + words.Below(3))
                .Select(_ => words.Setting())
                .DistinctBy(Word, StringComparer.Ordinal),
        ];

    private static string Word(string setting) =>
        setting.StartsWith("cpu", StringComparison.Ordinal) || setting.StartsWith("io", StringComparison.Ordinal)
            ? string.Join(' ', setting.Split(' ').Take(2))
            : setting.Split(' ')[0];

    private void Repeat(int most, Action<int> add)
    {
        var count = words.Below(most + 1);
        for (var index = 0; index < count; index++)
            add(index);
    }
}
