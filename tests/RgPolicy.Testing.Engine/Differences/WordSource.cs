namespace RgPolicy.Testing.Engine.Differences;

/// <summary>Draws conditions, values and settings from few words that lie near each other, so that
/// drawn policies meet often.</summary>
internal sealed class WordSource(Random random)
{
    private static readonly string[] Lengths = ["1 s", "30 s", "1 min", "60 s", "10 min", "600 s", "1 h", "0.5 s"];
    private static readonly string[] Percents = ["10%", "20%", "50%", "60%", "75%"];
    private static readonly string[] Texts = ["'a'", "'A'", "exactly 'a'", "'b'", "'ab'", "exactly 'b'"];
    private static readonly string[] Patterns = ["'a%'", "'%b'", "'_'", "exactly 'A%'"];
    private static readonly string[] Shapes = ["oltp", "scan", "join", "sort"];

    public Random Random => random;

    public int Below(int count) => random.Next(count);

    public bool OneIn(int count) => random.Next(count) == 0;

    public T Of<T>(IReadOnlyList<T> all) => all[random.Next(all.Count)];

    public string Length() => Of(Lengths);

    /// <summary>A condition over queries.</summary>
    public string Condition(EditedPolicy policy, int depth = 0) => Join(() => Atom(policy), policy, depth, Condition);

    /// <summary>A condition on what the running request tells, now and then on more.</summary>
    public string Step(EditedPolicy policy, int depth = 0) =>
        Join(() => OneIn(5) ? Atom(policy) : RequestAtom(policy), policy, depth, Step);

    /// <summary>A condition over the whole target.</summary>
    public string State(EditedPolicy policy, int depth = 0) => Join(() => StateAtom(policy), policy, depth, State);

    public string Setting() =>
        Below(7) switch
        {
            0 => $"cpu weight {Of(new[] { 20, 50, 100, 200, 1000 })}",
            1 => $"cache {Of(new[] { "10%, at least 2 ways", "20%", "60%", "100%" })}",
            2 => $"maxdop {1 + Below(4)}",
            3 => $"grant {Of(new[] { "5%", "10%", "25%" })}",
            4 => $"io read {Of(new[] { "100 MiB/s", "1 GiB / 1 s", "1024 MiB/s" })}",
            5 => $"queue {Of(Lengths)}",
            _ => $"cores {Of(new[] { "all", "50%", "0..7", "8..15" })}",
        };

    private string Join(Func<string> atom, EditedPolicy policy, int depth, Func<EditedPolicy, int, string> inner)
    {
        if (depth > 2 || OneIn(2))
            return OneIn(6) ? $"not {atom()}" : atom();

        var word = OneIn(2) ? "and" : "or";
        var parts = Enumerable.Range(0, 2 + Below(2)).Select(_ => OneIn(3) ? $"({inner(policy, depth + 1)})" : atom());
        var all = string.Join($" {word} ", parts);
        return OneIn(7) ? $"not ({all})" : all;
    }

    private string Atom(EditedPolicy policy) =>
        Below(12) switch
        {
            0 => $"session.login {Of(new[] { "=", "!=" })} {Of(Texts)}",
            1 => $"session.app {(OneIn(3) ? "not " : "")}like {Of(Patterns)}",
            2 => $"session.app in ({Of(Texts)}, {Of(Texts)})",
            3 or 4 => $"plan.shape {Of(new[] { "=", "!=" })} {Of(Shapes)}",
            5 or 6 => $"plan.rows {Comparison()} {Whole(policy)}",
            7 => $"plan.rows between {Below(4)} and {3 + Below(4)}",
            8 => OneIn(2) ? "plan.writes" : $"plan.rows is {(OneIn(2) ? "not " : "")}known",
            9 => OneIn(2)
                ? $"statement.tables contains any ({Of(Texts)}, {Of(Texts)})"
                : $"session.group {(OneIn(3) ? "not " : "")}in ({Of(Texts)}, {Of(Texts)})",
            10 => policy.Windows.Count > 0 ? $"during {Of(policy.Windows).Name}" : "plan.dop > 2",
            _ => $"plan.cost {Comparison()} {Below(5)} / 3",
        };

    private string RequestAtom(EditedPolicy policy) =>
        Below(4) switch
        {
            0 => $"request.blocking {Comparison()} {Below(3)}",
            1 => $"request.workers {Comparison()} {Whole(policy)}",
            _ => $"request.elapsed {Comparison()} "
                + $"{(policy.Lengths.Count > 0 && OneIn(2) ? Of(policy.Lengths).Name : Length())}",
        };

    private string StateAtom(EditedPolicy policy) =>
        Below(6) switch
        {
            0 => $"dbms.active {Comparison()} {Whole(policy)}",
            1 when policy.Windows.Count > 0 => $"during {Of(policy.Windows).Name}",
            2 => $"host.io.pressure {Comparison()} {Of(Percents)}",
            _ => $"host.cpu.pressure {Comparison()} {Of(Percents)}",
        };

    private string Whole(EditedPolicy policy) =>
        policy.Counts.Count > 0 && OneIn(3) ? Of(policy.Counts).Name : FormattableString.Invariant($"{Below(6)}");

    private string Comparison() => Of(new[] { "<", "<=", ">", ">=", "=", "!=" });
}
