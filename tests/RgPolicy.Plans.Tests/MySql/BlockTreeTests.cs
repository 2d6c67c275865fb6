using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.MySql;

public class BlockTreeTests
{
    private const string KeyLookup = """
        {"query_block": {"select_id": 1, "cost_info": {"query_cost": "1.00"}, "table": {"table_name": "u", "access_type": "const",
         "key": "PRIMARY", "rows_examined_per_scan": 1, "rows_produced_per_join": 1, "filtered": "100.00",
         "cost_info": {"read_cost": "0.00", "eval_cost": "0.10", "prefix_cost": "0.00", "data_read_per_join": "136"}}} /* query_block */}
        """;

    private const string Scan = """
        {"query_block": {"select_id": 1, "cost_info": {"query_cost": "30884.60"}, "table": {"table_name": "e", "access_type": "ALL",
         "rows_examined_per_scan": 300000, "rows_produced_per_join": 100000, "filtered": "33.33",
         "cost_info": {"read_cost": "21001.10", "eval_cost": "9984.20", "prefix_cost": "30884.60", "data_read_per_join": "12M"}}}}
        """;

    [Fact]
    public void ConstantRow_WithEndMarkers_IsOltp()
    {
        var profile = Profile(KeyLookup);

        Assert.Equal(PlanShape.Oltp, profile.Shape);
        Assert.Equal(1, profile.RandomAccesses.Value);
        Assert.Equal(1, profile.Cost.Value);
    }

    [Fact]
    public void Scan_ReadsItsTable_AndStreamsThePagesItPays()
    {
        var profile = Profile(Scan);

        Assert.Equal(PlanShape.Scan, profile.Shape);
        Assert.Equal(400_000, profile.RowsTouched.Value);
        Assert.InRange(profile.StreamedBytes.Value ?? 0, 990m * 16_384, 1_010m * 16_384);
    }

    [Fact]
    public void NestedLoop_CountsALookUpForEachRowBefore()
    {
        var profile = Profile(
            Join(
                """
                {"table": {"table_name": "b", "access_type": "eq_ref", "rows_examined_per_scan": 1, "rows_produced_per_join": 50000,
                 "filtered": "100.00", "cost_info": {"data_read_per_join": "4M"}}}
                """
            )
        );

        Assert.Equal(50_000, profile.RandomAccesses.Value);
        Assert.Equal("Nested loop", profile.Operators[0].Name);
        Assert.Equal(PlanLocality.Weak, profile.Locality);
    }

    [Fact]
    public void JoinBuffer_ReadsTheInnerTableOnce_AndKeepsTheOuterRowsInTheBuffer()
    {
        var profile = Profile(
            Join(
                """
                {"table": {"table_name": "b", "access_type": "ALL", "rows_examined_per_scan": 200000, "rows_produced_per_join": 60000,
                 "filtered": "10.00", "using_join_buffer": "hash join", "cost_info": {"data_read_per_join": "4M"}}}
                """
            )
        );

        Assert.Equal("Hash join", profile.Operators[0].Name);
        Assert.Equal(new Figure(256 * 1024, Provenance.Fallback), profile.WorkingSetBytes);
        Assert.Equal(PlanShape.Join, profile.Shape);
        Assert.Equal(50_000 + 200_000 + 60_000, profile.RowsTouched.Value);
    }

    [Theory]
    [InlineData("\"using_temporary_table\": true, \"using_filesort\": false", PlanShape.Aggregation)]
    [InlineData("\"using_filesort\": true", PlanShape.Sort)]
    [InlineData("\"using_filesort\": false", PlanShape.Scan)]
    public void Grouping_IsHashedSortedOrInOrder(string how, PlanShape shape)
    {
        var text =
            Scan.Replace("\"table\"", $"\"grouping_operation\": {{{how}, \"table\"", StringComparison.Ordinal) + "}";

        var profile = Profile(text);

        Assert.True(profile.Shape == shape || profile.RunnerUp == shape, profile.Reason);
        Assert.True(profile.Operators.Any(node => node.Family == OperatorFamily.Aggregate));
    }

    [Fact]
    public void Union_AddsItsBlocks()
    {
        var block = Scan.Trim()[1..^1];
        var text =
            "{\"query_block\": {\"union_result\": {\"using_temporary_table\": true, \"query_specifications\": [{"
            + block
            + "}, {"
            + block
            + "}]}}}";

        var profile = Profile(text);

        Assert.Equal(800_000, profile.RowsTouched.Value);
        Assert.DoesNotContain(profile.Operators, node => node.Family == OperatorFamily.Join);
    }

    [Fact]
    public void DependentSubquery_RunsForEachRow_AndAnotherOnce()
    {
        var inner = Scan.Trim()[1..^1];
        var text = Scan.Replace(
            "\"table\"",
            $"\"select_list_subqueries\": [{{\"dependent\": true, {inner}}}, {{\"dependent\": false, "
                + $"{inner}}}], \"table\"",
            StringComparison.Ordinal
        );

        var runs = Profile(text)
            .Operators.Where(node => node.Family == OperatorFamily.Scan)
            .Select(node => node.Executions.Value);

        Assert.Equal("1 100000 1", string.Join(' ', runs.Select(run => $"{run:0}")));
    }

    [Theory]
    [InlineData(
        "\"insert\": true, \"table_name\": \"t\", \"access_type\": \"ALL\"",
        StatementKind.Insert,
        PlanShape.Oltp
    )]
    [InlineData(
        "\"update\": true, \"table_name\": \"t\", \"access_type\": \"range\", \"rows_examined_per_scan\": 5, "
            + "\"filtered\": \"100.00\"",
        StatementKind.Update,
        PlanShape.Oltp
    )]
    [InlineData(
        "\"delete\": true, \"table_name\": \"t\", \"access_type\": \"ALL\", \"rows_examined_per_scan\": 900000, "
            + "\"filtered\": \"100.00\"",
        StatementKind.Delete,
        PlanShape.BulkLoad
    )]
    public void Write_IsKnownByItsTable(string table, StatementKind kind, PlanShape shape)
    {
        var statement = Read(
            "{\"query_block\": {\"select_id\": 1, \"cost_info\": {\"query_cost\": \"1\"}, \"table\": {" + table + "}}}"
        );

        Assert.Equal(kind, statement.Kind);
        Assert.Equal(shape, statement.Profile.Shape);
        Assert.True(statement.Profile.Writes);
        Assert.Equal(0, statement.Profile.RowsReturned.Value);
    }

    [Theory]
    [InlineData("""{"query_block": {"select_id": 1, "message": "No tables used"}}""")]
    [InlineData("""{"query_block": {"select_id": 1, "table": {"message": "No tables used"}}}""")]
    public void NoTable_IsUtility(string text) => Assert.Equal(PlanShape.Utility, Profile(text).Shape);

    [Fact]
    public void MariaDbAnalyze_CountsWhatRan()
    {
        var profile = Profile(
            """
            {"query_block": {"select_id": 1, "r_loops": 1, "r_total_time_ms": 9.1, "nested_loop": [
              {"table": {"table_name": "a", "access_type": "ALL", "r_loops": 1, "rows": 5, "r_rows": 40000, "filtered": 100,
               "r_filtered": 25, "r_engine_stats": {"pages_accessed": 120}}},
              {"table": {"table_name": "b", "access_type": "eq_ref", "key": "PRIMARY", "r_loops": 10000, "rows": 1, "r_rows": 0.5,
               "filtered": 100, "r_filtered": 100}}]}}
            """
        );

        Assert.Equal(new Figure(40_000 + 5_000 + 5_000, Provenance.Actual), profile.RowsTouched);
        Assert.Equal(new Figure(120 * 16_384, Provenance.Actual), profile.StreamedBytes);
    }

    [Fact]
    public void MariaDbBlockJoin_OfAnOldServer_RepeatsNamesInOneObject()
    {
        var profile = Profile(
            """
            {"query_block": {"select_id": 1, "table": {"table_name": "a", "access_type": "ALL", "rows": 1000, "filtered": 100},
             "block-nl-join": {"table": {"table_name": "b", "access_type": "ALL", "rows": 2000, "filtered": 100}, "buffer_type": "flat",
              "buffer_size": "256Kb", "join_type": "BNL", "attached_condition": "b.x = a.x"}}}
            """
        );

        Assert.Equal("Block nested loop", profile.Operators[0].Name);
        Assert.Equal(3_000m, profile.RowsTouched.Value - profile.RowsReturned.Value);
    }

    [Fact]
    public void SecondFormat_ReadsIterators()
    {
        var profile = Profile(
            """
            {"query": "select 1", "json_schema_version": "2.0", "query_type": "select", "query_plan": {"operation": "Sort: t.a",
             "access_type": "sort", "estimated_rows": 500000, "estimated_total_cost": 90.5, "inputs": [{"operation": "Inner hash join",
             "access_type": "join", "join_algorithm": "hash", "estimated_rows": 500000, "inputs": [
              {"operation": "Table scan on t", "access_type": "table", "table_name": "t", "estimated_rows": 500000},
              {"operation": "Table scan on s", "access_type": "table", "table_name": "s", "estimated_rows": 100}]}]}}
            """
        );

        Assert.Equal(PlanShape.Sort, profile.Shape);
        Assert.Equal(1_000_100, profile.RowsTouched.Value);
        Assert.Equal(90.5m, profile.Cost.Value);
    }

    [Fact]
    public void Nesting_WithoutEnd_IsBounded()
    {
        var text =
            string.Concat(Enumerable.Repeat("{\"query_block\": {\"grouping_operation\": ", 5_000))
            + "{}"
            + new string('}', 10_000);

        Assert.NotNull(PlanReader.Read(text, Make.Options));
    }

    private static string Join(string right) =>
        $$"""
            {"query_block": {"select_id": 1, "cost_info": {"query_cost": "9"}, "nested_loop": [
              {"table": {"table_name": "a", "access_type": "ALL", "rows_examined_per_scan": 50000, "rows_produced_per_join": 50000,
               "filtered": "100.00", "cost_info": {"read_cost": "300", "data_read_per_join": "5M"} } }, {{right}} ] } }
            """;

    [Fact]
    public void InsertSelect_IsAWriteOfTheRowsThatItsQueryFinds()
    {
        var profile = Profile(
            """
            {"query_block": {"select_id": 1, "table": {"insert": true, "table_name": "t", "access_type": "ALL"},
             "insert_from": {"table": {"table_name": "s", "access_type": "ALL", "rows_examined_per_scan": 200000, "rows_produced_per_join": 200000, "filtered": "100.00"}}}}
            """
        );

        Assert.Equal(PlanShape.BulkLoad, profile.Shape);
        Assert.True(profile.Writes);
        Assert.Equal("t s", string.Join(' ', profile.Tables));
        Assert.Equal(400_000, profile.RowsTouched.Value);
    }

    [Fact]
    public void RangeCheckedForEachRecord_ReadsItsTableForEachRowBefore()
    {
        var profile = Profile(
            """
            {"query_block": {"select_id": 1, "nested_loop": [
             {"table": {"table_name": "a", "access_type": "ALL", "loops": 1, "rows": 1000, "filtered": 100}},
             {"range-checked-for-each-record": {"keys": ["k1"], "table": {"table_name": "b", "access_type": "ALL", "loops": 1000, "rows": 3000, "filtered": 100}}}]}}
            """
        );

        Assert.Equal(PlanShape.Scan, profile.Shape);
        Assert.Equal("a b", string.Join(' ', profile.Tables));
        Assert.Equal(1_000 + (1_000 * 3_000.0), (double)(profile.RowsTouched.Value - profile.RowsReturned.Value)!);
    }

    [Fact]
    public void HashJoin_OfMariaDb_ReadsItsTableOnceForEachFullBuffer()
    {
        var profile = Profile(
            """
            {"query_block": {"select_id": 1, "nested_loop": [
             {"table": {"table_name": "a", "access_type": "ALL", "loops": 1, "rows": 1000, "filtered": 100}},
             {"block-nl-join": {"table": {"table_name": "b", "access_type": "ALL", "loops": 1000, "rows": 500000, "filtered": 100},
              "buffer_type": "flat", "buffer_size": "256Kb", "join_type": "BNLH"}}]}}
            """
        );

        Assert.Equal(501_000, profile.RowsTouched.Value - profile.RowsReturned.Value);
        Assert.Equal(500_000, profile.RowsReturned.Value);
        Assert.Equal(Provenance.Fallback, profile.RowsReturned.Provenance);
    }

    [Theory]
    [InlineData("union_result", PlanShape.Aggregation)]
    [InlineData("intersect_result", PlanShape.Aggregation)]
    [InlineData("except_result", PlanShape.Aggregation)]
    [InlineData("recursive_union", PlanShape.Scan)]
    public void BlocksOneAfterTheOther_AreAllRead(string name, PlanShape shape)
    {
        var block =
            """{"query_block": {"select_id": 2, "table": {"table_name": "a", "access_type": "ALL", "rows": 90000, "filtered": 100}}}""";
        var profile = Profile(
            $$$$"""{"query_block": {"{{{{name}}}}": {"table_name": "<union1,2>", "access_type": "ALL", "query_specifications": [{{{{block}}}}, {{{{block}}}}]}}}"""
        );

        Assert.Equal(180_000, profile.RowsTouched.Value - profile.RowsReturned.Value);
        Assert.Equal(shape, profile.Shape);
    }

    [Fact]
    public void CachedSubquery_OfMariaDb_MayRunForEachRow()
    {
        var profile = Profile(
            """
            {"query_block": {"select_id": 1, "nested_loop": [{"table": {"table_name": "a", "access_type": "ALL", "loops": 1, "rows": 4000, "filtered": 100}}],
             "subqueries": [{"expression_cache": {"state": "uninitialized", "query_block": {"select_id": 2, "nested_loop": [
              {"table": {"table_name": "b", "access_type": "ref", "key": "k", "loops": 1, "rows": 10, "filtered": 100}}]}}}]}}
            """
        );

        Assert.Equal(40_000, profile.RandomAccesses.Value);
    }

    private static PlanProfile Profile(string text) => Read(text).Profile;

    private static PlanStatement Read(string text)
    {
        var document = PlanReader.Read(text, Make.Options);
        Assert.Empty(document.Diagnostics);
        return Assert.Single(document.Statements);
    }
}
