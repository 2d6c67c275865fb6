using System.Text.Json;

namespace RgPolicy.Cli.Tests.Commands;

public sealed class SimulateCommandTests
{
    private const string Mix = "samples/mixes/scan_aggregation.json";

    [Fact]
    public async Task Run_PolicyOfThePaper_TellsWhatEachQueryGains()
    {
        var run = await Simulate("--profile", "broadwell_2s", "--mix", Mix, "--samples", "1");

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Contains("polluter", run.Output, StringComparison.Ordinal);
        Assert.Contains("masks from 0.0 s: ", run.Output, StringComparison.Ordinal);
        Assert.Contains("a model, not a measurement", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_FormatJson_IsTheDocument()
    {
        var run = await Simulate(
            "--profile",
            "broadwell_2s",
            "--mix",
            Mix,
            "--samples",
            "0",
            "--against",
            "policies/zeng2021.rgp",
            "--output",
            "json"
        );

        Assert.Equal("schema target seconds samples uncertainty_percent ungoverned policies", CliRun.Fields(run.Json));
        Assert.Equal(2, run.Json.GetProperty("policies").GetArrayLength());
        var policy = run.Json.GetProperty("policies")[0];
        Assert.Equal(
            "policy revision simulated_seconds cut lost_arrivals queries masks classes",
            CliRun.Fields(policy)
        );
        Assert.Equal(
            "query class pool executions finished mean_seconds hit_ratio memory_bytes_per_second last_end_seconds"
                + " unfinished response_seconds gain gain_low gain_high throughput_gain chance",
            CliRun.Fields(policy.GetProperty("queries")[1])
        );
        Assert.True(policy.GetProperty("queries")[1].GetProperty("gain").GetDouble() > 0.05);
        var sensitive = policy.GetProperty("classes")[1];
        Assert.Equal(
            ("sensitive", 1),
            (sensitive.GetProperty("class").GetString(), sensitive.GetProperty("queries").GetInt32())
        );
        Assert.Equal(
            policy.GetProperty("queries")[1].GetProperty("gain").GetDouble(),
            sensitive.GetProperty("gain").GetDouble(),
            9
        );
        Assert.Equal(JsonValueKind.Null, policy.GetProperty("queries")[0].GetProperty("hit_ratio").ValueKind);
        Assert.Equal(JsonValueKind.Null, policy.GetProperty("queries")[1].GetProperty("gain_low").ValueKind);
    }

    [Fact]
    public async Task Run_FormatHtml_IsOneWholeFileWithoutScripts()
    {
        using var folder = new TestFolder().With(
            "mix.json",
            """
            { "seconds": 5, "queries": [ { "name": "<b>&q", "phases": [ { "cpu_seconds": 1,
              "structures": [ { "bytes": "20 MiB", "accesses": 1e8 } ] } ] } ] }
            """
        );

        var run = await Simulate("--mix", folder.Path("mix.json"), "--samples", "2", "--output", "html");

        var page = System.Xml.Linq.XDocument.Parse(
            run.Output.Replace("<!DOCTYPE html>", "", StringComparison.Ordinal)
                .Replace("<meta charset=\"utf-8\">", "", StringComparison.Ordinal)
        );
        Assert.Equal(0, run.ExitCode);
        Assert.Equal(3, page.Descendants("svg").Count());
        Assert.Empty(page.Descendants("script"));
        Assert.Contains(page.Descendants("text"), text => text.Value == "<b>&q");
        // A row of headings and one for the only class, as in the text.
        var classes = page.Descendants("table").Last().Elements("tr").ToList();
        Assert.StartsWith("classqueriesgain", classes[0].Value, StringComparison.Ordinal);
        Assert.Equal("1", Assert.Single(classes.Skip(1)).Elements("td").ElementAt(1).Value);
        Assert.Equal(20, page.Descendants("polyline").Single().Attribute("points")?.Value.Split(' ').Length);
    }

    [Fact]
    public async Task Run_FailOnWorse_EndsWithOneWhereAQueryLoses()
    {
        using var folder = new TestFolder().With(
            "few.rgp",
            "language 1\npool all { cache 100% }\npool few { cache 10% }\n"
                + "class a -> few when plan.shape = aggregation\ndefault -> all\n"
        );

        var worse = await CliRun.Of(
            context => context with { WorkingDirectory = RepositoryRoot.Path },
            [
                "simulate",
                folder.Path("few.rgp"),
                "--profile",
                "broadwell_2s",
                "--mix",
                Mix,
                "--samples",
                "0",
                "--fail-on-worse",
            ]
        );
        var better = await Simulate("--profile", "broadwell_2s", "--mix", Mix, "--samples", "0", "--fail-on-worse");

        Assert.Equal((1, 0), (worse.ExitCode, better.ExitCode));
        Assert.StartsWith("Slower than ungoverned: aggregation.", worse.LastErrorLine, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("think_seconds", 5, 1, "Slower than ungoverned: q.")]
    [InlineData("begins_seconds", 100, 1, "Not known whether slower: q.")]
    public async Task Run_FailOnWorse_SeesWhatPausesAndWhatNeverRuns(
        string member,
        int value,
        int exit,
        string expected
    )
    {
        using var folder = new TestFolder()
            .With(
                "few.rgp",
                "language 1\npool all { cache 100% }\npool few { cache 10% }\nclass a -> few when session.login = 'e'\n"
                    + "default -> all\n"
            )
            .With(
                "mix.json",
                $$"""
                { "seconds": 60, "poll_seconds": 0.01, "queries": [ { "name": "q", "session": { "login": "e" },
                  "{{member}}": {{value}}, "phases": [ { "cpu_seconds": 0.005, "structures": [ { "bytes": "50 MiB", "accesses": 2e7 } ] } ] } ] }
                """
            );

        var run = await CliRun.Of(
            "simulate",
            folder.Path("few.rgp"),
            "--profile",
            "broadwell_2s",
            "--mix",
            folder.Path("mix.json"),
            "--samples",
            "0",
            "--fail-on-worse"
        );

        Assert.Equal(exit, run.ExitCode);
        Assert.StartsWith(expected, run.LastErrorLine, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_ShortQueries_HaveTimesWithDigits()
    {
        using var folder = new TestFolder().With(
            "mix.json",
            """
            { "seconds": 1, "queries": [ { "name": "q", "think_seconds": 0.1, "phases": [ { "cpu_seconds": 0.00125 } ] } ] }
            """
        );

        var run = await Simulate("--mix", folder.Path("mix.json"), "--samples", "0");

        Assert.Contains("1.25 ms", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("..", run.Output, StringComparison.Ordinal);
        Assert.Contains("interval: none was drawn", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_NamesThatSteer_ArePlainTextInHtml()
    {
        using var folder = new TestFolder().With(
            "mix.json",
            """
            { "seconds": 5, "queries": [ { "name": "a\u0007\u001b[31m\u202eb\uffff", "phases": [ { "cpu_seconds": 1,
              "structures": [ { "bytes": "20 MiB", "accesses": 1e8 } ] } ] } ] }
            """
        );

        var run = await Simulate("--mix", folder.Path("mix.json"), "--samples", "0", "--output", "html");

        Assert.Equal(0, run.ExitCode);
        Assert.All("\a\u001b\u202e\uffff", each => Assert.DoesNotContain(each, run.Output));
        Assert.Contains(@"a\u0007\u001b[31m\u202eb\uffff", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_RecordingThatIsCutOff_SaysSo()
    {
        var whole = await File.ReadAllBytesAsync(Path.Combine(RepositoryRoot.Path, "samples", "htap.rgrec"));
        using var folder = new TestFolder();
        await File.WriteAllBytesAsync(folder.Path("cut.rgrec"), whole[..(whole.Length / 2)]);

        var run = await Simulate("--mix", folder.Path("cut.rgrec"), "--samples", "0");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("is cut off", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Demo_WithTarget_EndsWithWhatCacheAllocationWouldBring()
    {
        var run = await CliRun.Of("demo", "--profile", "broadwell_2s");
        var unknown = await CliRun.Of("demo", "--profile", "no_such");

        Assert.Equal((0, 2), (run.ExitCode, unknown.ExitCode));
        Assert.Contains("What cache allocation would bring on broadwell_2s", run.Output, StringComparison.Ordinal);
        Assert.Contains("policies/htap.rgp with its cache settings, against the same without them", run.Output);
        Assert.Contains("What policies/htap.rgp would bring on broadwell_2s, with CPU weights and all", run.Output);
        Assert.Contains("revenue", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Demo_OutputJson_HasBothAnswers()
    {
        var run = await CliRun.Of("demo", "--profile", "epyc_many_ccx", "--output", "json");

        Assert.Equal("without_cache policies", CliRun.Fields(run.Json.GetProperty("cache_forecast")));
        Assert.Equal(4, run.Json.GetProperty("forecast").GetProperty("samples").GetInt32());
    }

    [Theory]
    [InlineData("no_such.json", 3, "cannot read")]
    [InlineData("README.md", 2, "is not JSON")]
    public async Task Run_MixThatCannotBeUsed_SaysWhatToDo(string mix, int exitCode, string expected)
    {
        var run = await Simulate("--mix", mix);

        Assert.Equal(exitCode, run.ExitCode);
        Assert.Contains(expected, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_MixThatDoesNotFitTheTarget_IsRefused()
    {
        var run = await Simulate("--profile", "vm_without_cat", "--mix", Mix);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("does not fit the target", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_PlanDocumentsAsMix_PlaysEachStatement()
    {
        using var folder = new TestFolder()
            .With("a.json", Plan("Hashed", 100_000))
            .With("b.json", Plan("Plain", 1))
            .With("readme.txt", "not a plan");

        var one = await Simulate("--mix", folder.Path("a.json"), "--samples", "0");
        var all = await Simulate("--mix", folder.Path("."), "--samples", "0");

        Assert.Equal((0, "", 0, ""), (one.ExitCode, one.Error, all.ExitCode, all.Error));
        Assert.Contains("1 a aggregation", one.Output, StringComparison.Ordinal);
        Assert.Contains("2 b scan", all.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_FolderWithoutPlans_IsRefused()
    {
        using var folder = new TestFolder().With("readme.txt", "not a plan");

        var run = await Simulate("--mix", folder.Path("."));

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("no statement with a plan", run.Error, StringComparison.Ordinal);
    }

    private static string Plan(string strategy, int groups) =>
        $$"""
            [ { "Plan": { "Node Type": "Aggregate", "Strategy": "{{strategy}}", "Plan Rows": {{groups}}, "Plan Width": 40,
                "Startup Cost": 200000, "Total Cost": 201000, "Plans": [
                  { "Node Type": "Seq Scan", "Parent Relationship": "Outer", "Relation Name": "sales", "Startup Cost": 0,
                    "Total Cost": 150000, "Plan Rows": 5000000, "Plan Width": 16 } ] } } ]
            """;

    private static Task<CliRun> Simulate(params string[] arguments) =>
        CliRun.Of(
            context => context with { WorkingDirectory = RepositoryRoot.Path },
            ["simulate", "policies/noll2018.rgp", .. arguments]
        );
}
