namespace RgPolicy.Cli.Tests.Commands;

public sealed class OptimizeCommandTests
{
    private const string Mix = "samples/mixes/scan_aggregation.json";

    [Fact]
    public async Task Run_ScanBesideAggregation_PrintsAPolicyThatHoldsWhatItSays()
    {
        using var folder = new TestFolder();

        var run = await Optimize(
            "--mix",
            Mix,
            "--profile",
            "broadwell_2s",
            "--plays",
            "40",
            "--out",
            folder.Path("o.rgp")
        );
        var again = await Optimize("--mix", Mix, "--out", folder.Path("o.rgp"));
        var simulated = await CliRun.Of(
            context => context with { WorkingDirectory = RepositoryRoot.Path },
            [
                "simulate",
                folder.Path("o.rgp"),
                "--profile",
                "broadwell_2s",
                "--mix",
                Mix,
                "--samples",
                "0",
                "--fail-on-worse",
            ]
        );

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Contains("no policy gets above +", run.Output, StringComparison.Ordinal);
        Assert.Contains("points away. A model, not a measurement.", run.Output, StringComparison.Ordinal);
        Assert.Equal((2, 0), (again.ExitCode, simulated.ExitCode));
        Assert.Contains("exists", again.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_OutputJson_IsTheDocument()
    {
        var run = await Optimize(
            "--mix",
            Mix,
            "--profile",
            "broadwell_2s",
            "--plays",
            "2",
            "--for",
            "aggregation",
            "--output",
            "json"
        );

        Assert.Equal(
            "schema target for gain gain_at_first bound allowed plays done policy queries",
            CliRun.Fields(run.Json)
        );
    }

    [Theory]
    [InlineData("--goal", "no such query", "neither mean nor worst")]
    [InlineData("--plays", "0", "--plays takes a number from 1 to 10000")]
    [InlineData("--policy", "README.md", "has errors")]
    public async Task Run_WhatCannotBe_IsRefused(string option, string value, string expected)
    {
        var run = await Optimize("--mix", Mix, "--profile", "broadwell_2s", option, value);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(expected, run.Error, StringComparison.Ordinal);
    }

    private static Task<CliRun> Optimize(params string[] arguments) =>
        CliRun.Of(context => context with { WorkingDirectory = RepositoryRoot.Path }, ["optimize", .. arguments]);
}
