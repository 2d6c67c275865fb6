namespace RgPolicy.Cli.Tests.Commands;

public sealed class PlanInfoCommandTests : IDisposable
{
    private readonly TestFolder _folder = new TestFolder().With("plans/scan.json", Samples.ScanPlan);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task PlanInfo_Json_HasTheFixedFields()
    {
        var run = await _folder.Run("query-plan", "plans/scan.json", "--output", "json");

        Assert.Equal(0, run.ExitCode);
        Assert.Equal("schema files", CliRun.Fields(run.Json));
        var file = run.Json.GetProperty("files")[0];
        Assert.Equal("path format encoding diagnostics statements", CliRun.Fields(file));
        Assert.Equal("plans/scan.json", file.GetProperty("path").GetString());
        var statement = file.GetProperty("statements")[0];
        Assert.Equal(
            "ordinal id kind text has_plan shape shape_share runner_up runner_up_share writes "
                + "cache_use locality temporality "
                + "working_set_bytes streamed_bytes random_accesses rows_touched rows_returned "
                + "memory_grant_bytes dop cost "
                + "provenance reason query_hash plan_hash operators",
            CliRun.Fields(statement)
        );
        Assert.Equal("scan", statement.GetProperty("shape").GetString());
    }

    [Fact]
    public async Task PlanInfo_FolderAndStandardInput_AreSummarised()
    {
        var run = await _folder.RunWith(
            context => context with { Input = CliRun.Input(Samples.ScanPlan) },
            "query-plan",
            "plans",
            "-"
        );

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("plans/scan.json", run.Output, StringComparison.Ordinal);
        var lines = run.Output.TrimEnd().Split('\n');
        Assert.Equal(4, lines.Length);
        Assert.Equal("2 documents, 2 statements: 2 scan", lines[^1]);
    }

    [Fact]
    public async Task PlanInfo_Catalog_TellsWhatLookUpsVisit()
    {
        const string Loop = """
            [ { "Plan": { "Node Type": "Nested Loop", "Plan Rows": 100000, "Plan Width": 8, "Startup Cost": 0,
                "Total Cost": 500000, "Plans": [
                  { "Node Type": "Seq Scan", "Parent Relationship": "Outer", "Relation Name": "a", "Startup Cost": 0,
                    "Total Cost": 2000, "Plan Rows": 100000, "Plan Width": 8 },
                  { "Node Type": "Index Scan", "Parent Relationship": "Inner", "Relation Name": "b",
                    "Index Name": "b_pkey", "Index Cond": "(id = a.id)", "Startup Cost": 0, "Total Cost": 5,
                    "Plan Rows": 1, "Plan Width": 8 } ] } } ]
            """;
        const string Sizes = """
            { "schema": "rgp/relations/1", "relations": [ { "name": "b", "rows": 2000, "pages": 100 },
              { "name": "b_pkey", "rows": null, "pages": 20 } ] }
            """;
        _folder.With("loop.json", Loop).With("catalog.json", Sizes);

        var without = await _folder.Run("query-plan", "loop.json", "--output", "json");
        var with = await _folder.Run("query-plan", "loop.json", "--catalog", "catalog.json", "--output", "json");
        var wrong = await _folder.Run("query-plan", "loop.json", "--catalog", "loop.json");
        var absent = await _folder.Run("query-plan", "loop.json", "--catalog", "none.json");

        Assert.Equal((0, 0, 2, 3), (without.ExitCode, with.ExitCode, wrong.ExitCode, absent.ExitCode));
        Assert.InRange(WorkingSet(without), 1, 100_000);
        Assert.InRange(WorkingSet(with), 100_000, 120 * 8192);
        Assert.Contains("holds no sizes of tables", wrong.Error, StringComparison.Ordinal);
    }

    private static double WorkingSet(CliRun run) =>
        run.Json.GetProperty("files")[0].GetProperty("statements")[0].GetProperty("working_set_bytes").GetDouble();

    [Fact]
    public async Task PlanInfo_NoPlan_EndsWithOneAndWholeJson()
    {
        var run = await _folder.With("x.json", "{}").Run("query-plan", "x.json", "--output", "json");

        Assert.Equal(1, run.ExitCode);
        Assert.Equal(1, run.Json.GetProperty("files").GetArrayLength());
        Assert.Contains("`x.json` is not a plan", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("16 MBB", 2)]
    [InlineData("0", 2)]
    [InlineData("16 MiB", 0)]
    [InlineData("1.5GB", 0)]
    public async Task PlanInfo_Llc_TakesTheUnitsOfTheLanguage(string size, int exitCode)
    {
        var run = await _folder.Run("query-plan", "plans/scan.json", "--llc", size);

        Assert.Equal(exitCode, run.ExitCode);
    }

    [Fact]
    public async Task PlanInfo_MissingFile_EndsWithThree()
    {
        var run = await _folder.Run("query-plan", "nowhere.json");

        Assert.Equal((3, ""), (run.ExitCode, run.Output));
    }
}
