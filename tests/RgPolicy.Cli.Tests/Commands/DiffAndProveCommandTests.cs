using System.Text.Json;

namespace RgPolicy.Cli.Tests.Commands;

public sealed class DiffAndProveCommandTests : IDisposable
{
    private const string Old = """
        language 1
        pool p { cpu weight 100 }
        pool q { cpu weight 200 }
        class a -> p when plan.rows > 5
        class b -> q when session.app like 'x%'
        default -> q

        """;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Diff_TwoWindowsOfOneName_SaysWhichIsWhich()
    {
        const string text = """
            language 1
            window w = mon..wed, sun 08:00..18:00 "UTC"
            pool p { cpu weight 100 }
            pool q { cpu weight 200 }
            class a -> p when plan.rows > 5 and during w
            default -> q

            """;
        var folder = _folder
            .With("old.rgp", text)
            .With("new.rgp", text.Replace("18:00", "24:00", StringComparison.Ordinal));

        var run = await folder.Run("diff", "old.rgp", "new.rgp");

        Assert.Contains(
            "not during w (mon..wed, sun 08:00..18:00 \"UTC\") and during w (mon..wed, sun 08:00..24:00 \"UTC\")",
            run.Output,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Diff_MovedBorder_ShowsTheRegionWithASampleThatClassifyConfirms()
    {
        var folder = _folder.With("old.rgp", Old).With("new.rgp", Old.Replace("> 5", "> 7", StringComparison.Ordinal));
        var run = await folder.Run("diff", "old.rgp", "new.rgp", "--output", "json");

        Assert.Equal(0, run.ExitCode);
        Assert.Equal(
            "schema equivalent decided regions statements workload undecided changes counts omitted target every_host",
            CliRun.Fields(run.Json)
        );
        var region = run.Json.GetProperty("regions")[0];
        Assert.Equal(
            ("a", "b", "p", "q"),
            (
                region.GetProperty("from_class").GetString(),
                region.GetProperty("to_class").GetString(),
                region.GetProperty("from_pool").GetString(),
                region.GetProperty("to_pool").GetString()
            )
        );
        var condition = region.GetProperty("condition").GetString() ?? "";
        Assert.Contains("plan.rows >", condition, StringComparison.Ordinal); // What the old class above does not take,
        Assert.Contains("plan.rows <", condition, StringComparison.Ordinal); // and what the new one does not.
        var line = JsonSerializer.Serialize(region.GetProperty("witness"));
        folder.With("sample.jsonl", line + "\n");
        Assert.Contains(
            "\"class\":\"a\"",
            (await folder.Run("classify", "--policy", "old.rgp", "--input", "sample.jsonl")).Output,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "\"class\":\"b\"",
            (await folder.Run("classify", "--policy", "new.rgp", "--input", "sample.jsonl")).Output,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Diff_OnlyASettingChanges_IsAChangeOfLimits()
    {
        var run = await _folder
            .With("old.rgp", Old)
            .With("new.rgp", Old.Replace("weight 100", "weight 50", StringComparison.Ordinal))
            .Run("diff", "old.rgp", "new.rgp");

        Assert.Contains("class a: pool p with other settings", run.Output, StringComparison.Ordinal);
        Assert.Contains("1 regions change", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task ProveEquivalent_OtherNamesAndOrder_IsYes()
    {
        const string Same = """
            language 1
            pool q { cpu weight 200 }
            pool p { cpu weight 100 }
            class others -> q when plan.rows <= 5
            class many -> p when plan.rows >= 6
            default -> q

            """;

        var run = await _folder
            .With("old.rgp", Old)
            .With("new.rgp", Same)
            .Run("prove", "equivalent", "old.rgp", "new.rgp");

        Assert.Equal((0, "yes: proved for all queries\n"), (run.ExitCode, run.Output));
    }

    [Theory]
    [InlineData("plan.rows > 9", "q", 0, "yes")]
    [InlineData("plan.rows > 3", "q", 1, "no")]
    [InlineData("session.app = 'xyz' and plan.rows is not known", "p", 0, "yes")]
    [InlineData("session.app like '%z' and not session.app like 'x%'", "q", 1, "no")]
    [InlineData("(plan.rows > 9) and (plan.writes) // with a comment", "q", 0, "yes")]
    public async Task ProveNever_AnswersWithACounterExample(string condition, string pool, int code, string answer)
    {
        var run = await _folder
            .With("old.rgp", Old)
            .Run("prove", "never", "old.rgp", condition, pool, "--output", "json");

        Assert.Equal((code, answer), (run.ExitCode, run.Json.GetProperty("answer").GetString()));
        Assert.Equal(code == 0, run.Json.GetProperty("witness").ValueKind == JsonValueKind.Null);
    }

    [Theory]
    [InlineData("plan.rowz > 9")]
    [InlineData("plan.rows > 9) pool x { cache 1% } class y -> p when (plan.writes")]
    [InlineData("plan.rows > 9) let x = (5")]
    [InlineData("plan.rows > 9) state s when (dbms.active > 5")]
    [InlineData("plan.rows > 9) or (plan.writes")]
    [InlineData("")]
    public async Task ProveNever_ConditionThatDoesNotFit_EndsWithTwo(string condition)
    {
        var run = await _folder.With("old.rgp", Old).Run("prove", "never", "old.rgp", condition, "p");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("the condition does not fit", run.Error, StringComparison.Ordinal);
    }
}
