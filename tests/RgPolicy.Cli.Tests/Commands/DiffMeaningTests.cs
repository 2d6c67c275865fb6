namespace RgPolicy.Cli.Tests.Commands;

/// <summary>Every kind of statement counts in its bound meaning: for diff, for prove, and so for the
/// audit trail.</summary>
public sealed class DiffMeaningTests : IDisposable
{
    private const string Prefix =
        "language 1\npool p { cache 100% cpu weight 1000 }\npool q { cache 10%, at least 2 ways cpu weight 50 }\n";
    private const string Scan = "class scan -> q when plan.shape = scan\n";
    private const string End = "default -> p\n";
    private const string One = "rule one on class scan { when request.elapsed > 1 min then move to p }\n";
    private const string Two = "rule two on class scan { when request.elapsed > 1 min then move to q }\n";
    private const string Last = "rule last on class scan { when request.elapsed > 30 s then move to p }\n";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    // What differs, before, after.
    public static TheoryData<string, string, string> Changed { get; } =
        new()
        {
            {
                "rule slow",
                "let long = 10 min\n"
                    + Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > long then deprioritize }",
                "let long = 10 s\n"
                    + Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > long then deprioritize }"
            },
            {
                "state busy",
                "let high = 60%\n"
                    + Scan
                    + End
                    + "state busy when host.cpu.pressure > high\nin busy { pool q { cpu weight 20 } }",
                "let high = 10%\n"
                    + Scan
                    + End
                    + "state busy when host.cpu.pressure > high\nin busy { pool q { cpu weight 20 } }"
            },
            {
                "rule slow",
                "let n = 0\n"
                    + Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > 1 min then deprioritize unless "
                    + "request.blocking > n }",
                "let n = 3\n"
                    + Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > 1 min then deprioritize unless "
                    + "request.blocking > n }"
            },
            {
                "rule slow",
                "window w = mon..fri 08:00..18:00 \"Europe/Berlin\"\n"
                    + Scan
                    + End
                    + "rule slow on class scan during w { when request.elapsed > 1 min then deprioritize }",
                "window w = mon..fri 08:00..17:00 \"Europe/Berlin\"\n"
                    + Scan
                    + End
                    + "rule slow on class scan during w { when request.elapsed > 1 min then deprioritize }"
            },
            {
                "state night",
                "window w = mon..sun 22:00..06:00 \"Europe/Berlin\"\n"
                    + Scan
                    + End
                    + "state night when during w\nin night { pool q { cpu weight 500 } }",
                "window w = mon..sun 22:00..05:00 \"Europe/Berlin\"\n"
                    + Scan
                    + End
                    + "state night when during w\nin night { pool q { cpu weight 500 } }"
            },
            {
                "rule slow",
                "pool r { cpu weight 20 }\n"
                    + Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > 1 min then move to r }",
                "pool r { cpu weight 200 }\n"
                    + Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > 1 min then move to r }"
            },
            {
                "state a",
                Scan
                    + End
                    + "state a when host.cpu.pressure > 60%\nstate b when host.cpu.pressure > 50%\nin a { pool q { "
                    + "cpu weight 20 } }\nin b { pool q { cpu weight 30 } }",
                Scan
                    + End
                    + "state b when host.cpu.pressure > 50%\nstate a when host.cpu.pressure > 60%\nin a { pool q { "
                    + "cpu weight 20 } }\nin b { pool q { cpu weight 30 } }"
            },
            {
                "rule slow",
                "class a -> q when plan.shape = scan\nclass b -> q when plan.shape = join\n"
                    + End
                    + "rule slow on class a { when request.elapsed > 1 min then log }",
                "class a -> q when plan.shape = join\nclass b -> q when plan.shape = scan\n"
                    + End
                    + "rule slow on class a { when request.elapsed > 1 min then log }"
            },
            {
                "objective a",
                "class a -> q when plan.shape = scan\nclass b -> q when plan.shape = join\n"
                    + End
                    + "objective a p95 elapsed < 1 s",
                "class a -> q when plan.shape = join\nclass b -> q when plan.shape = scan\n"
                    + End
                    + "objective a p95 elapsed < 1 s"
            },
            {
                "rule slow",
                "let cap = 20%\n"
                    + Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > 1 min then limit cpu cap cap }",
                "let cap = 40%\n"
                    + Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > 1 min then limit cpu cap cap }"
            },
            {
                "objective default",
                Scan + End + "objective default p95 elapsed < 1 s\nobjective default p99 elapsed < 5 s",
                Scan + End + "objective default p95 elapsed < 1 s\nobjective default p99 elapsed < 6 s"
            },
            {
                "superuser sa",
                "class scan -> q when session.login = 'sa'\n" + End,
                "class scan -> q when session.login = 'sa' or session.login = exactly 'sa'\n" + End
            },
            {
                "cache strategy",
                Scan + End + "cache strategy dynamic by plan.working_set",
                Scan + End + "cache strategy locality"
            },
            { "class default", "class scan -> p when plan.shape = scan\n" + End, End },
            {
                "order of the rules",
                "pool r { cpu weight 20 }\n"
                    + Scan
                    + End
                    + "rule one on class scan { when request.elapsed > 1 min then move to r }\nrule two on class "
                    + "scan { when request.elapsed > 1 min then move to q }",
                "pool r { cpu weight 20 }\n"
                    + Scan
                    + End
                    + "rule two on class scan { when request.elapsed > 1 min then move to q }\nrule one on class scan "
                    + "{ when request.elapsed > 1 min then move to r }"
            },
            {
                "rule slow",
                Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > 1 min then quarantine "
                    + "fingerprint to q for 1 h }",
                Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > 1 min then quarantine "
                    + "fingerprint to q for 2 h }"
            },
        };

    public static TheoryData<string, string> Same { get; } =
        new()
        {
            {
                Scan + End + "rule slow on class scan { when request.elapsed > 10 min then log }",
                Scan + End + "rule slow on class scan { when request.elapsed > 600 s then log }"
            },
            {
                "let long = 10 min\n" + Scan + End + "rule slow on class scan { when request.elapsed > long then log }",
                Scan + End + "rule slow on class scan { when request.elapsed > 10 min then log }"
            },
            {
                "window w = mon..fri 08:00..18:00 \"UTC\"\n"
                    + Scan
                    + End
                    + "rule slow on class scan during w { when request.elapsed > 1 min then log }",
                "window office = mon, tue..fri 08:00..18:00 \"UTC\"\n"
                    + Scan
                    + End
                    + "rule slow on class scan during office { when request.elapsed > 1 min then log }"
            },
            { Scan + End + "cache strategy static", Scan + End },
            {
                Scan + End + "rule slow on class scan { when request.elapsed > 1 min and request.cpu > 1 s then log }",
                Scan + End + "rule slow on class scan { when request.cpu > 1 s and request.elapsed > 1 min then log }"
            },
            {
                "pool r { cpu weight 20 io read 1 GiB / 1 s }\n"
                    + Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > 1 min then move to r }",
                "pool r { io read 1024 MiB/s cpu weight 20 }\n"
                    + Scan
                    + End
                    + "rule slow on class scan { when request.elapsed > 1 min then move to r }"
            },
            {
                Scan
                    + End
                    + "state busy when host.cpu.pressure > 60% until host.cpu.pressure < 40%\nin "
                    + "busy { pool q { cpu weight 20 } }",
                Scan
                    + End
                    + "state busy when host.cpu.pressure > 30% + 30% until < 40%\nin busy { pool q { cpu weight 20 } }"
            },
            {
                Scan
                    + End
                    + "state a when host.cpu.pressure > 60%\nstate b when host.cpu.pressure < 50%\nin a { pool q { "
                    + "cpu weight 20 } }\nin b { pool q { cpu weight 30 } }",
                Scan
                    + End
                    + "state b when host.cpu.pressure < 50%\nstate a when host.cpu.pressure > 60%\nin a { pool q { "
                    + "cpu weight 20 } }\nin b { pool q { cpu weight 30 } }"
            },
            { Scan + End + One + Two + Last, Scan + End + Two + One + Last },
        };

    [Theory]
    [MemberData(nameof(Changed))]
    public async Task DiffAndProve_SomethingDiffers_SayWhat(string what, string before, string after)
    {
        var (old, @new) = (Write("old.rgp", before), Write("new.rgp", after));

        var diff = await _folder.Run("diff", old, @new);
        Assert.Contains(what, diff.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("no query changes", diff.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("not proved", diff.Output, StringComparison.Ordinal);
        Assert.Equal(0, diff.ExitCode);
        Assert.Equal(1, (await _folder.Run("diff", "--fail-on-change", old, @new)).ExitCode);

        var proof = await _folder.Run("prove", "equivalent", old, @new);
        Assert.StartsWith("no: ", proof.Output, StringComparison.Ordinal);
        Assert.Contains("such as ", proof.Output, StringComparison.Ordinal);
        Assert.Equal(1, proof.ExitCode);
    }

    [Theory]
    [MemberData(nameof(Same))]
    public async Task DiffAndProve_OtherWords_SayThatNothingDiffers(string before, string after)
    {
        var (old, @new) = (Write("old.rgp", before), Write("new.rgp", after));

        var diff = await _folder.Run("diff", "--fail-on-change", old, @new);
        Assert.StartsWith("no query changes class or limits", diff.Output, StringComparison.Ordinal);
        Assert.Equal(0, diff.ExitCode);
        Assert.Equal("yes: proved for all queries\n", (await _folder.Run("prove", "equivalent", old, @new)).Output);
    }

    [Theory]
    [InlineData("pool unused { cpu weight 5 }\n" + Scan + End, Scan + End, "pool unused")]
    [InlineData(
        Scan + End + "rule slow on class scan { when request.elapsed > 1 min then limit grant 5% }",
        Scan + End + "rule slow on class scan { when request.elapsed > 1 min then limit grant 6% }",
        "rule slow"
    )]
    public async Task Prove_WhatMakesNoDifferenceThatCanBeShown_IsNotProved(string before, string after, string part)
    {
        var (old, @new) = (Write("old.rgp", before), Write("new.rgp", after));

        var proof = await _folder.Run("prove", "equivalent", old, @new);

        Assert.StartsWith("not proved: ", proof.Output, StringComparison.Ordinal);
        Assert.Contains(part, proof.Output, StringComparison.Ordinal);
        Assert.Equal(1, proof.ExitCode);
        Assert.Equal(1, (await _folder.Run("diff", "--fail-on-change", old, @new)).ExitCode);
    }

    [Theory]
    [InlineData(
        "class pay -> p when session.login = 'pay'\n"
            + End
            + "rule r on class pay { when request.elapsed > 1 min then move to q }",
        "no: rule r moves it from class pay to pool q"
    )]
    [InlineData(
        "class pay -> p when session.login = 'pay'\n"
            + End
            + "rule r on class pay { when request.elapsed > 1 min then quarantine fingerprint to q for 1 h }",
        "not proved: rule r, which sends"
    )]
    [InlineData(
        "class pay -> p when session.login = 'pay'\n"
            + End
            + "rule r on class default { when request.elapsed > 1 min then move to q }",
        "yes: "
    )]
    [InlineData(
        "class pay -> p when session.login = 'pay'\n"
            + End
            + "rule r on class pay { when request.elapsed > 1 min then move to q unless request.elapsed > 30 s }",
        "yes: "
    )]
    [InlineData(
        "class pay -> p when session.login = 'pay'\n"
            + End
            + "rule r on class pay { when request.elapsed > 1 min then move to q }\nrule s on class pay { when "
            + "request.elapsed > 10 s then move to p }",
        "yes: "
    )]
    [InlineData(
        "class pay -> p when session.login = 'pay'\n"
            + End
            + "rule r on class pay { when request.elapsed > 1 min then move to q }\nrule s on class pay { when "
            + "request.elapsed > 1 h then move to p }",
        "no: rule r moves it"
    )]
    public async Task ProveNever_RuleMovesQueries_Counts(string policy, string answer)
    {
        var path = Write("policy.rgp", "class other -> q when session.login = 'etl'\n" + policy);

        var proof = await _folder.Run("prove", "never", path, "session.login = 'pay'", "q");

        Assert.StartsWith(answer, proof.Output, StringComparison.Ordinal);
    }

    private string Write(string name, string text)
    {
        _folder.With(name, Prefix + text);
        return name;
    }
}
