namespace RgPolicy.Cli.Tests.Commands;

public sealed class ClassifyCommandTests : IDisposable
{
    private readonly TestFolder _folder = new TestFolder().With("p.rgp", Samples.Policy);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Classify_Lines_AreAnsweredInOrder()
    {
        var run = await Classify(
            """{"plan.shape":"scan"}""" + "\n" + """{"plan.shape":"oltp"}""" + "\r\n" + """{"session.app":"SSRS"}""",
            "--at",
            "2026-11-20T12:00Z"
        );

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Equal(
            """
            {"class":"scan","pool":"polluters","line":10,"provisional":false}
            {"class":"oltp","pool":"critical","line":9,"provisional":false}
            {"class":"default","pool":"reporting","line":12,"provisional":true}

            """,
            run.Output
        );
    }

    [Theory]
    [InlineData("2026-11-20T23:00Z", "reports")]
    [InlineData("2026-11-20T23:00:00+02:00", "default")]
    public async Task Classify_At_DecidesWindows(string at, string expected)
    {
        var run = await Classify("""{"session.app":"SSRS","plan.shape":"sort"}""", "--at", at);

        Assert.Equal(expected, run.Json.GetProperty("class").GetString());
        Assert.False(run.Json.GetProperty("provisional").GetBoolean());
    }

    [Fact]
    public async Task Classify_BadLine_KeepsItsPlaceAndEndsWithOne()
    {
        var run = await Classify("{\"plan.shape\":\"scan\"}\n\n{\"plan.shap\":1}\n{\"plan.shape\":\"oltp\"}\n");

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith("rgp: line 3: there is no signal 'plan.shap'", run.Error, StringComparison.Ordinal);
        var lines = run.Output.TrimEnd().Split('\n');
        Assert.Equal(3, lines.Length);
        Assert.StartsWith(
            "{\"class\":null,\"pool\":null,\"line\":null,\"provisional\":null,\"error\":",
            lines[1],
            StringComparison.Ordinal
        );
        Assert.Contains("\"class\":\"oltp\"", lines[2], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Classify_ByteOrderMarkAndFile_AreRead()
    {
        _folder.With("q.jsonl", "\uFEFF{\"plan.shape\":\"scan\"}\n");

        var run = await _folder.Run("classify", "--policy", "p.rgp", "--input", "q.jsonl");

        Assert.Equal("scan", run.Json.GetProperty("class").GetString());
    }

    [Fact]
    public async Task Classify_AnyChunks_GiveTheSameAnswers()
    {
        var text = string.Concat(
            Enumerable
                .Range(0, 400)
                .Select(index =>
                    $"{{\"session.login\":\"{new string('x', index)}\",\"plan.shape\":\"{(index % 3 == 0 ? "scan" : "oltp")}\"}}\n"
                )
        );
        var whole = await Classify(text);

        foreach (var seed in (int[])[1, 2, 3])
        {
            var chunks = new ChunkStream(Encoding.UTF8.GetBytes(text), new Random(seed));
            var run = await _folder.RunWith(
                context => context with { Input = chunks },
                "classify",
                "--policy",
                "p.rgp"
            );
            Assert.Equal(whole.Output, run.Output);
        }

        Assert.Equal(400, whole.Output.TrimEnd().Split('\n').Length);
    }

    [Fact]
    public async Task Classify_LineAboveTheLimit_IsRefused()
    {
        var run = await Classify("{\"session.login\":\"" + new string('x', 17_000_000) + "\"}\n");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("line 1: a line has more than 16777216 bytes", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("bad.rgp", 2, "error[RG2001]")]
    [InlineData("missing.rgp", 3, "cannot read `missing.rgp`")]
    public async Task Classify_PolicyThatCannotBeUsed_SaysWhy(string policy, int exitCode, string message)
    {
        var run = await _folder.With("bad.rgp", Samples.BadPolicy).Run("classify", "--policy", policy);

        Assert.Equal((exitCode, ""), (run.ExitCode, run.Output));
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Classify_MissingInput_EndsWithThree()
    {
        var run = await _folder.Run("classify", "--policy", "p.rgp", "--input", "nowhere.jsonl");

        Assert.Equal(3, run.ExitCode);
    }

    [Theory]
    [InlineData("--at", "yesterday", "is not a moment")]
    [InlineData("--at", "2026-11-20T10:00", "is not a moment")]
    public async Task Classify_BadMoment_IsMisuse(string option, string value, string message)
    {
        var run = await Classify("{}", option, value);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
    }

    private Task<CliRun> Classify(string input, params string[] more) =>
        _folder.RunWith(
            context => context with { Input = CliRun.Input(input) },
            ["classify", "--policy", "p.rgp", .. more]
        );
}
