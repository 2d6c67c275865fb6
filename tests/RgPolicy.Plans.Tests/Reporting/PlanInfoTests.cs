using System.Text.Json;
using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Reporting;

public class PlanInfoTests
{
    private static readonly string[] StatementFields =
    [
        "ordinal",
        "id",
        "kind",
        "text",
        "has_plan",
        "shape",
        "shape_share",
        "runner_up",
        "runner_up_share",
        "writes",
        "cache_use",
        "locality",
        "temporality",
        "working_set_bytes",
        "streamed_bytes",
        "random_accesses",
        "rows_touched",
        "rows_returned",
        "memory_grant_bytes",
        "dop",
        "cost",
        "provenance",
        "reason",
        "query_hash",
        "plan_hash",
        "operators",
    ];

    private static readonly string[] OperatorFields =
    [
        "id",
        "parent",
        "name",
        "family",
        "rows",
        "executions",
        "structure_bytes",
        "streamed_bytes",
        "weight",
    ];

    [Fact]
    public void Json_HasEveryPromisedField()
    {
        using var json = Json(
            ("a.json", Read(Make.HashJoin(Make.SeqScan("a", 10, 1), Make.SeqScan("b", 5000, 20)).Document()))
        );

        Assert.Equal("rgp/plan-info/1", json.RootElement.GetProperty("schema").GetString());
        var file = json.RootElement.GetProperty("files")[0];
        Assert.Equal("a.json", file.GetProperty("path").GetString());
        Assert.Equal("postgres_json", file.GetProperty("format").GetString());
        Assert.Equal(0, file.GetProperty("diagnostics").GetArrayLength());
        var statement = file.GetProperty("statements")[0];
        Assert.All(StatementFields, name => Assert.True(statement.TryGetProperty(name, out _), name));
        Assert.All(
            OperatorFields,
            name => Assert.True(statement.GetProperty("operators")[0].TryGetProperty(name, out _), name)
        );
        Assert.Equal(265_536, statement.GetProperty("working_set_bytes").GetInt64());
        Assert.Equal("estimate", statement.GetProperty("provenance").GetProperty("working_set_bytes").GetString());
        Assert.Equal(JsonValueKind.Null, statement.GetProperty("plan_hash").ValueKind);
    }

    [Fact]
    public void Json_WordsAreSnakeCase()
    {
        var load = new Op("ModifyTable", 0, 0)
            .Set("Operation", "Insert")
            .On("t")
            .Under(Make.SeqScan("s", 50_000, 500).As("Outer"));
        using var json = Json(("a.json", Read(load.Document())));

        var statement = json.RootElement.GetProperty("files")[0].GetProperty("statements")[0];
        Assert.Equal("bulk_load", statement.GetProperty("shape").GetString());
        Assert.Equal("non_temporal", statement.GetProperty("temporality").GetString());
        Assert.Equal("insert", statement.GetProperty("kind").GetString());
    }

    [Fact]
    public void Json_Diagnostics_WithPosition()
    {
        var document = Read("[{\"Plan\": {\"Node Type\": \"Seq Scan\", \"Plan Rows\": 5000,\n \"Total");
        using var json = Json(("cut.json", document));

        var problem = json.RootElement.GetProperty("files")[0].GetProperty("diagnostics")[0];
        Assert.Equal("RG0104", problem.GetProperty("code").GetString());
        Assert.Equal("error", problem.GetProperty("severity").GetString());
        Assert.True(problem.GetProperty("line").GetInt32() >= 1);
    }

    [Fact]
    public void Text_OneFile_ShowsTheTreeAndMarksTheMostWork()
    {
        var document = Read(
            Make.HashJoin(Make.SeqScan("a", 500_000, 3000), Make.SeqScan("b", 500_000, 3000)).Document(text: "SELECT 1")
        );

        var lines = PlanInfoText.Write([("q.json", document)], Make.Options).Split('\n');

        Assert.Contains(lines, line => line == "  shape        join (80 %), then scan (20 %)");
        Assert.Contains(lines, line => line.StartsWith("  > Hash Join", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.Contains("% of an LLC of 32 MiB", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.Contains("Seq Scan on a", StringComparison.Ordinal));
        Assert.All(lines, line => Assert.Equal(line.TrimEnd(), line));
    }

    [Fact]
    public void Text_StatementWithAGrant_ShowsIt()
    {
        var document = Read(
            Showplan.Document(
                Showplan.Statement(
                    Showplan.Sort(Showplan.Scan("a", 100_000, 1_000), 100_000),
                    beforeRoot: Showplan.Grant(serialDesired: 2048)
                )
            )
        );

        Assert.Contains(
            "  grant        2 MiB (estimate)",
            PlanInfoText.Write([("q.sqlplan", document)], Make.Options).Split('\n'),
            StringComparer.Ordinal
        );
    }

    [Fact]
    public void Text_SeveralFiles_IsATableThenProblems()
    {
        var good = Read(Make.SeqScan("t", 5000, 100).Document());

        var text = PlanInfoText.Write([("a.json", good), ("b.json", Read("nothing"))], Make.Options);

        Assert.StartsWith("file    #  kind    shape  share", text, StringComparison.Ordinal);
        Assert.Contains("a.json  0  select  scan   100 %", text, StringComparison.Ordinal);
        Assert.Contains("b.json: error RG0103: no execution plan was found", text, StringComparison.Ordinal);
    }

    private static PlanDocument Read(string text) => PlanReader.Read(text, Make.Options);

    private static JsonDocument Json(params (string Path, PlanDocument Document)[] files)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
            PlanInfoJson.Write(writer, files);
        return JsonDocument.Parse(Encoding.UTF8.GetString(stream.ToArray()));
    }
}
