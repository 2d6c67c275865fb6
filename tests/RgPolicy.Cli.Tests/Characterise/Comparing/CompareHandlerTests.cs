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

    [Theory]
    [InlineData("", "is no report")]
    [InlineData("[]", "is no report")]
    [InlineData("{\"schema\":\"rgp/lint/1\"}", "is no report")]
    [InlineData("{\"schema\":\"rgp/characterise/1\",\"server\":\"s\"}", "is no report")]
    [InlineData(null, "cannot read")]
    public async Task Compare_NoReport_SaysSo(string? text, string reason)
    {
        Report("small", 4, 4);
        if (text is not null)
        {
            _folder.With("odd/characterisation.json", text);
        }

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

    private void Report(string directory, int least, int? most, string statement = "sort") =>
        _folder.With(
            $"{directory}/characterisation.json",
            $$"""
            {
              "schema": "rgp/characterise/1", "server": "postgres://a@b/c", "version": "PostgreSQL 15.4", "clients": 1,
              "baseline_per_second": 2.5,
              "curves": [
                {
                  "lever": "grant", "statement": "{{statement}}",
                  "points": [
                    { "setting": 1, "text": "1 B" }, { "setting": 4, "text": "4 B" }, { "setting": 16, "text": "16 B" }
                  ],
                  "knees": [
                    { "share": 0.9, "setting": 1, "least": 1, "most": 1 },
                    { "share": 0.95, "setting": {{least}}, "least": {{least}}, "most": {{(
                most is null ? "null" : most
            )}} }
                  ]
                }
              ]
            }
            """
        );
}
