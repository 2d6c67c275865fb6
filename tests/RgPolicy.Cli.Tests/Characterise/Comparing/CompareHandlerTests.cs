namespace RgPolicy.Cli.Tests.Characterise.Comparing;

/// <summary><c>rgp characterise compare</c>: which knees of two sweeps differ, and what it cannot compare.</summary>
public sealed class CompareHandlerTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(4, 4, 16, 16, "up")]
    [InlineData(16, 16, 4, 4, "down")]
    [InlineData(4, 4, 4, 4, "alike")]
    [InlineData(4, 16, 4, 4, "not told apart")]
    [InlineData(4, null, 16, 16, "not told apart")]
    [InlineData(1, 4, 16, null, "up")]
    public async Task Compare_Knees_TellsWhetherTheyMove(
        int least,
        int? most,
        int thenLeast,
        int? thenMost,
        string moves
    )
    {
        Report("small", least, most);
        Report("large", thenLeast, thenMost);

        var text = await CliRun.Of(["characterise", "compare", _folder.Path("small"), _folder.Path("large")]);
        var json = await CliRun.Of([
            "characterise",
            "compare",
            _folder.Path("small"),
            _folder.Path("large"),
            "--output",
            "json",
        ]);

        Assert.Equal((0, ""), (text.ExitCode, text.Error));
        Assert.Contains(moves, text.Output, StringComparison.Ordinal);
        Assert.Equal("rgp/characterise_compare/1", json.Json.GetProperty("schema").GetString());
        Assert.Equal(moves, json.Json.GetProperty("knees")[0].GetProperty("moves").GetString());
    }

    // Each has said that it found none: that both are at the edge of what was tried says nothing.
    [Theory]
    [InlineData("still_rising", 16, "no knee: still rises at 16 B")]
    [InlineData("insensitive", 1, "no knee: 1 B is enough")]
    public async Task Compare_NoKneeInEither_IsNotAlike(string kind, int setting, string text)
    {
        Report("small", setting, setting, kind: kind);
        Report("large", setting, setting, kind: kind);

        var run = await CliRun.Of(["characterise", "compare", _folder.Path("small"), _folder.Path("large")]);

        Assert.Contains(text, run.Output, StringComparison.Ordinal);
        Assert.Contains("not told apart", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Compare_EnoughInOneWasNotTriedInTheOther_IsNotToldApart()
    {
        Report("small", 1, 4);
        Report("large", 16, 16, tried: [16, 64]);

        var run = await CliRun.Of(["characterise", "compare", _folder.Path("small"), _folder.Path("large")]);

        Assert.Contains("not told apart", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "is no report")]
    [InlineData("[]", "is no report")]
    [InlineData("{\"schema\":\"rgp/lint/1\"}", "is no report")]
    [InlineData("{\"schema\":\"rgp/characterise/1\",\"server\":\"s\"}", "is no report")]
    [InlineData("{\"schema\":\"rgp/characterise/1\",\"clients\":1}", "is no report")]
    [InlineData("{\"schema\":\"rgp/characterise/1\",\"clients\":1,\"curves\":[{\"points\":[]}]}", "is no report")]
    [InlineData(
        "{\"schema\":\"rgp/characterise/1\",\"clients\":1,\"curves\":[{\"points\":[{\"setting\":1},{\"setting\":1}],\"knees\":[{\"share\":0.95,\"kind\":\"found\",\"setting\":1,\"least\":1,\"most\":1}]}]}",
        "is no report"
    )]
    [InlineData(
        "{\"schema\":\"rgp/characterise/1\",\"clients\":1,\"curves\":[{\"points\":[{\"setting\":1},{\"text\":\"x\"}],\"knees\":[{\"share\":0.95,\"kind\":\"found\",\"setting\":1,\"least\":1,\"most\":1}]}]}",
        "is no report"
    )]
    [InlineData("{\"schema\":\"rgp/characterise/1\",\"clients\":1,\"curves\":[null]}", "is no report")]
    [InlineData(null, "cannot read")]
    public async Task Compare_NoReport_SaysSo(string? text, string reason)
    {
        Report("small", 4, 4);
        if (text is not null)
            _folder.With("odd/characterisation.json", text);

        var run = await CliRun.Of(["characterise", "compare", _folder.Path("small"), _folder.Path("odd")]);

        Assert.Equal(3, run.ExitCode);
        Assert.Contains(reason, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Compare_NothingInCommon_SaysSo()
    {
        Report("small", 4, 4);
        Report("other", 4, 4, "another");

        var run = await CliRun.Of(["characterise", "compare", _folder.Path("small"), _folder.Path("other")]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("in common", run.Error, StringComparison.Ordinal);
    }

    private void Report(
        string directory,
        int least,
        int? most,
        string statement = "sort",
        string kind = "found",
        int[]? tried = null
    )
    {
        var points = (tried ?? [1, 4, 16]).Select(setting =>
            $"{{ \"setting\": {setting}, \"text\": \"{setting} B\" }}"
        );
        _folder.With(
            $"{directory}/characterisation.json",
            $$"""
            {
              "schema": "rgp/characterise/1", "server": "postgres://a@b/c", "version": "PostgreSQL 15.4", "clients": 1,
              "baseline_per_second": 2.5,
              "curves": [
                {
                  "lever": "grant", "statement": "{{statement}}",
                  "points": [ {{string.Join(", ", points)}} ],
                  "knees": [
                    { "share": 0.9, "kind": "found", "setting": 1, "least": 1, "most": 1 },
                    { "share": 0.95, "kind": "{{kind}}", "setting": {{least}}, "least": {{least}}, "most": {{(
                most is null ? "null" : most
            )}} }
                  ]
                }
              ]
            }
            """
        );
    }
}
