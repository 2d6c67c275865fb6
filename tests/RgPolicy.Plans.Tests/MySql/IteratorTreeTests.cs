using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.MySql;

/// <summary>MySQL's second format, with and without a name around the plan.</summary>
public class IteratorTreeTests
{
    [Fact]
    public void Plan_WithoutANameAroundIt_IsRead()
    {
        var document = PlanReader.Read(
            """
            {"query": "/* select#1 */ select `c`.`Name` AS `Name` from `world`.`country` `c`",
             "inputs": [{"ranges": ["('A' <= Code <= 'B')"], "covering": false, "operation": "Index range scan on country", "index_name": "PRIMARY",
              "table_name": "country", "access_type": "index", "estimated_rows": 17.0, "index_access_type": "index_range_scan", "estimated_total_cost": 3.66}],
             "condition": "(country.`Code` like 'A%')", "operation": "Filter: x", "access_type": "filter", "estimated_rows": 17.0, "estimated_total_cost": 3.66}
            """,
            Make.Options
        );

        Assert.Equal(PlanFormat.MySqlJson, document.Format);
        Assert.Empty(document.Diagnostics);
        var statement = Assert.Single(document.Statements);
        Assert.Equal(StatementKind.Select, statement.Kind);
        Assert.Equal(PlanShape.Oltp, statement.Profile.Shape);
        Assert.Equal(17, statement.Profile.RandomAccesses.Value);
    }

    [Fact]
    public void Plan_WithoutANameAroundIt_CutInTheMiddle_SaysSoAndIsNotJudged()
    {
        var document = PlanReader.Read(
            """{"query": "select 1", "operation": "Sort: a", "access_type": "sort", "inputs": [{"operation": "Table scan on t", "access_type": "table", "table_name": "t", "estimated_rows": 5000.0, "estim""",
            Make.Options
        );

        Assert.Equal("RG0104", Assert.Single(document.Diagnostics).Code);
        Assert.Equal(PlanShape.Unknown, Assert.Single(document.Statements).Profile.Shape);
    }

    [Theory]
    [InlineData("index_range_scan", 5_000_000, PlanShape.Scan, CacheUse.Polluting)]
    [InlineData("index_lookup", 5_000_000, PlanShape.Scan, CacheUse.Polluting)]
    [InlineData("index_scan", 5_000_000, PlanShape.Scan, CacheUse.Polluting)]
    [InlineData("index_range_scan", 40, PlanShape.Oltp, CacheUse.Neutral)]
    [InlineData("index_lookup", 1, PlanShape.Oltp, CacheUse.Neutral)]
    public void IndexAccess_IsALookUpOrARangeByItsRows(string access, double rows, PlanShape shape, CacheUse use)
    {
        var profile = Profile(
            $$"""{"operation": "Index", "access_type": "index", "index_access_type": "{{access}}", "table_name": "t", "estimated_rows": {{rows}}, "estimated_total_cost": 9}"""
        );

        Assert.Equal(shape, profile.Shape);
        Assert.Equal(use, profile.CacheUse);
    }

    [Fact]
    public void Count_OfAWholeTable_ReadsIt() =>
        Assert.Equal(
            PlanShape.Scan,
            Profile(
                """{"operation": "Count rows in t", "access_type": "count_rows", "table_name": "t", "estimated_rows": 3000000, "estimated_total_cost": 9}"""
            ).Shape
        );

    [Fact]
    public void DependentSubquery_RunsForEachRow()
    {
        var profile = Profile(
            """
            {"operation": "Table scan on a", "access_type": "table", "table_name": "a", "estimated_rows": 1000, "estimated_total_cost": 100, "inputs": [
             {"heading": "Select #2 (subquery in projection; dependent)", "subquery": true, "dependent": true, "operation": "Index lookup on b", "access_type": "index",
              "index_access_type": "index_lookup", "table_name": "b", "estimated_rows": 5, "estimated_total_cost": 1}]}
            """
        );

        Assert.Equal(5_000, profile.RandomAccesses.Value);
        Assert.Equal(1_000, profile.RowsReturned.Value);
    }

    [Fact]
    public void TemporaryTable_IsMadeOnce_AndIsNoTable()
    {
        var profile = Profile(
            """
            {"operation": "Nested loop inner join", "access_type": "join", "join_algorithm": "nested_loop", "estimated_rows": 4000, "estimated_total_cost": 900, "inputs": [
             {"operation": "Table scan on a", "access_type": "table", "table_name": "a", "estimated_rows": 4000, "estimated_total_cost": 400},
             {"operation": "Index lookup on d using <auto_key0>", "access_type": "index", "index_access_type": "index_lookup", "table_name": "d", "estimated_rows": 1,
              "estimated_total_cost": 1, "inputs": [{"operation": "Materialize", "access_type": "materialize", "estimated_rows": 3000, "estimated_total_cost": 500, "inputs": [
               {"operation": "Table scan on s", "access_type": "table", "table_name": "s", "estimated_rows": 3000, "estimated_total_cost": 300}]}]}]}
            """
        );

        Assert.Equal("a s", string.Join(' ', profile.Tables));
        Assert.Equal(7_000, profile.RowsTouched.Value - profile.RowsReturned.Value);
        Assert.Equal(3_000 * (64 + 16), profile.WorkingSetBytes.Value);
    }

    private static PlanProfile Profile(string plan) =>
        Assert
            .Single(
                PlanReader
                    .Read(
                        $$"""{"query": "select 1", "query_plan": {{plan}}, "json_schema_version": "2.0"}""",
                        Make.Options
                    )
                    .Statements
            )
            .Profile;
}
