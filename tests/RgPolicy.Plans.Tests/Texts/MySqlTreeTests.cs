using System.Text.Json.Nodes;
using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Texts;

/// <summary>MySQL's FORMAT=TREE tells what its JSON of the same plan tells, in any frame.</summary>
public class MySqlTreeTests
{
    private const string Join = """
        {"operation": "Sort: n DESC, limit input to 5 row(s) per chunk", "access_type": "sort", "estimated_rows": 5.0, "estimated_total_cost": 900.5, "inputs": [
         {"operation": "Inner hash join (b.`name` = a.`name`)", "access_type": "join", "join_algorithm": "hash", "estimated_rows": 40000.0, "estimated_total_cost": 800.0, "inputs": [
          {"operation": "Table scan on b", "access_type": "table", "table_name": "b", "estimated_rows": 40000.0, "estimated_total_cost": 300.0},
          {"heading": "Hash", "operation": "Filter: (a.note <> 'x\\n(')", "access_type": "filter", "estimated_rows": 90.0, "estimated_total_cost": 90.0, "inputs": [
           {"operation": "Covering index range scan on a using city over (1 < city)", "access_type": "index", "index_access_type": "index_range_scan", "table_name": "a", "estimated_rows": 900.0, "estimated_total_cost": 90.0}]}]}]}
        """;

    private const string Subqueries = """
        {"operation": "Filter: <in_optimizer>(c.id,<exists>(select #3))", "access_type": "filter", "estimated_rows": 50.0, "estimated_total_cost": 100.0,
         "inputs": [
          {"operation": "Index lookup on c using city (city=3)", "access_type": "index", "index_access_type": "index_lookup", "table_name": "c", "estimated_rows": 50.0, "estimated_total_cost": 100.0},
          {"heading": "Select #3 (subquery in condition; run only once)", "subquery": true, "operation": "Table scan on r", "access_type": "table", "table_name": "r", "estimated_rows": 700.0, "estimated_total_cost": 70.0}],
         "inputs_from_select_list": [
          {"heading": "Select #2 (subquery in projection; dependent)", "subquery": true, "dependent": true, "operation": "Aggregate: max(o.total)", "access_type": "aggregate", "estimated_rows": 1.0, "estimated_total_cost": 9.0, "inputs": [
           {"operation": "Index lookup on o using cust (cust=c.id)", "access_type": "index", "index_access_type": "index_lookup", "table_name": "o", "estimated_rows": 8.0, "estimated_total_cost": 8.0}]}]}
        """;

    private const string Union = """
        {"operation": "Limit: 5 row(s)", "access_type": "limit", "estimated_rows": 5.0, "estimated_total_cost": 44.0, "actual_rows": 5.0, "actual_loops": 1, "inputs": [
         {"operation": "Table scan on <union temporary>", "access_type": "table", "table_name": "<union temporary>", "estimated_rows": 1800.0, "estimated_total_cost": 44.0, "actual_rows": 5.0, "actual_loops": 1, "inputs": [
          {"operation": "Union materialize with deduplication", "access_type": "materialize", "estimated_rows": 1800.0, "estimated_total_cost": 40.0, "actual_rows": 1800.0, "actual_loops": 1, "inputs": [
           {"operation": "Covering index scan on ord using cust", "access_type": "index", "index_access_type": "index_scan", "table_name": "ord", "estimated_rows": 900.0, "estimated_total_cost": 9.0, "actual_rows": 900.0, "actual_loops": 1},
           {"operation": "Nested loop left join", "access_type": "join", "join_algorithm": "nested_loop", "estimated_rows": 900.0, "estimated_total_cost": 9.0, "actual_rows": 900.0, "actual_loops": 1, "inputs": [
            {"operation": "Table scan on c", "access_type": "table", "table_name": "c", "estimated_rows": 900.0, "estimated_total_cost": 9.0, "actual_rows": 900.0, "actual_loops": 1},
            {"operation": "Single-row covering index lookup on d using PRIMARY (id=c.id)", "access_type": "index", "index_access_type": "index_lookup", "table_name": "d", "estimated_rows": 1.0, "estimated_total_cost": 0.25, "actual_rows": 1.0, "actual_loops": 900}]}]}]}]}
        """;

    private const string Delete = """
        {"operation": "Delete from ord (immediate)", "access_type": "delete_rows", "estimated_rows": 400.0, "estimated_total_cost": 80.0, "inputs": [
         {"operation": "Index range scan on ord using PRIMARY over (id < 50)", "access_type": "index", "index_access_type": "index_range_scan", "table_name": "ord", "estimated_rows": 400.0, "estimated_total_cost": 80.0}]}
        """;

    public static TheoryData<string> Plans() => [Join, Subqueries, Union, Delete];

    [Theory]
    [MemberData(nameof(Plans))]
    public void Tree_TellsWhatItsJsonTells(string plan)
    {
        var read = PlanReader.Read(Tree(plan), Make.Options);

        Assert.Empty(read.Diagnostics);
        Assert.Equal(PlanFormat.MySqlTree, read.Format);
        Assert.Equal(Told(plan), PostgresTextTests.Told(read with { Encoding = "utf-8" }));
    }

    [Theory]
    [InlineData("frame")]
    [InlineData("vertical")]
    [InlineData("batch")]
    [InlineData("indented")]
    [InlineData("statement in front")]
    [InlineData("quoted in a mail")]
    [InlineData("behind a time")]
    public void Tree_HoweverAClientShowsIt_IsRead(string client)
    {
        var tree = Tree(Union);
        var shown = client switch
        {
            "frame" => $"+-----+\n| EXPLAIN   |\n+-----+\n| {tree} |\n+-----+\n1 row in set (0.00 sec)\n",
            "vertical" =>
                $"*************************** 1. row ***************************\nEXPLAIN: {tree}\n1 row in set\n",
            "batch" => $"EXPLAIN\n{tree.Replace("\n", "\\n", StringComparison.Ordinal)}\n",
            "quoted in a mail" => "> " + tree.TrimEnd().Replace("\n", "\n> ", StringComparison.Ordinal),
            "behind a time" => "x ~ " + tree.TrimEnd().Replace("\n", "\nx ~ ", StringComparison.Ordinal),
            "indented" => string.Join('\n', tree.Split('\n').Select(line => "    " + line)),
            _ => $"mysql> EXPLAIN FORMAT=TREE SELECT 1;\n\n{tree}",
        };

        var read = PlanReader.Read(shown, Make.Options);

        Assert.Empty(read.Diagnostics);
        Assert.Equal(Told(Union), PostgresTextTests.Told(read));
    }

    [Fact]
    public void Tree_InAFrame_WithSubqueriesBeside_IsRead()
    {
        var read = PlanReader.Read($"| EXPLAIN |\n| {Tree(Subqueries)} |\n", Make.Options);

        Assert.Empty(read.Diagnostics);
        Assert.Equal(Told(Subqueries), PostgresTextTests.Told(read));
    }

    [Theory]
    [MemberData(nameof(Plans))]
    public void Json_AsTheClientWritesItToAFile_IsRead(string plan)
    {
        var json = JsonNode.Parse($$"""{"query_plan": {{plan}}}""")!.ToJsonString(new() { WriteIndented = true });
        var written = json.Replace("\\", "\\\\", StringComparison.Ordinal)
            .Replace("\n", "\\n", StringComparison.Ordinal);

        var read = PlanReader.Read($"EXPLAIN\n{written}\n", Make.Options);

        Assert.Empty(read.Diagnostics);
        Assert.Equal(Told(plan), PostgresTextTests.Told(read));
    }

    [Theory]
    [InlineData("id\tselect_type\ttable\ttype\tpossible_keys\n1\tSIMPLE\tt\tALL\tNULL", "the table of MySQL's EXPLAIN")]
    [InlineData("| id | select_type | possible_keys |\n| 1 | SIMPLE | NULL |", "the table of MySQL's EXPLAIN")]
    [InlineData("EXPLAIN\n-> <not executable by iterator executor>", "no tree for this statement")]
    public void Form_ThatIsNotRead_IsToldByWhatItIs(string text, string said)
    {
        var read = PlanReader.Read(text, Make.Options);

        Assert.Empty(read.Statements);
        Assert.Contains(said, read.Damage!.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Plans))]
    public void Tree_CutAnywhere_IsNotJudged_UnlessAllOperatorsAreThere(string plan)
    {
        var tree = Tree(plan).TrimEnd();
        var whole = PlanReader.Read(tree, Make.Options).Statements[0].Profile;

        for (var length = 0; length < tree.Length; length += 5)
        {
            var cut = PlanReader.Read(tree[..length], Make.Options);

            if (cut.Damage is not null)
                Assert.All(cut.Statements, each => Assert.Equal(PlanShape.Unknown, each.Profile.Shape));
            else if (plan != Subqueries)
                Assert.Equal(whole.Operators.Length, Assert.Single(cut.Statements).Profile.Operators.Length);
        }
    }

    [Theory]
    [MemberData(nameof(Plans))]
    public void Tree_WithoutItsBeginning_IsNotJudged(string plan)
    {
        var tree = Tree(plan).TrimEnd();

        for (var start = 4; start < tree.LastIndexOf('\n'); start++)
        {
            // From the beginning of a line on, the inside of a plan is one, too.
            if (
                tree[start] == '\n'
                || tree[(tree.LastIndexOf('\n', start) + 1)..start].AsSpan().Trim(" ->").Length == 0
            )
                continue;
            Assert.All(
                PlanReader.Read(tree[start..], Make.Options).Statements,
                each => Assert.Equal(PlanShape.Unknown, each.Profile.Shape)
            );
        }
    }

    [Theory]
    [InlineData("Union materialize with deduplication")]
    [InlineData("Intersect materialize with deduplication")]
    [InlineData("Append")]
    public void Tree_WithoutTheLastInputOfAUnion_IsNotJudged(string union)
    {
        var text = $"""
            -> Limit: 10 row(s)  (cost=5 rows=10)
                -> {union}  (cost=3..3 rows=10)
                    -> Table scan on a  (cost=1 rows=30)
                    -> Table scan on b  (cost=1 rows=500000)
            """;

        var cut = PlanReader.Read(text[..text.LastIndexOf('\n')], Make.Options);

        Assert.Empty(PlanReader.Read(text, Make.Options).Diagnostics);
        Assert.Equal("RG0104", cut.Damage?.Code);
        Assert.Equal(PlanShape.Unknown, Assert.Single(cut.Statements).Profile.Shape);
    }

    [Theory]
    [InlineData("Materialize CTE c if needed", false)]
    [InlineData("Materialize CTE c if needed (query plan printed elsewhere)", true)]
    [InlineData("Temporary table with deduplication", false)]
    public void Tree_ThatEndsInATemporaryTable_IsWholeWhereItsInputIsElsewhere(string line, bool isWhole)
    {
        var text = $"""
            -> Table scan on c  (cost=5 rows=10)
                -> {line}  (cost=3..3 rows=10)
            """;

        Assert.Equal(isWhole, PlanReader.Read(text, Make.Options).Damage is null);
    }

    private static string Told(string plan) =>
        PostgresTextTests.Told(PlanReader.Read($$"""{"query_plan": {{plan}}}""", Make.Options));

    private static string Tree(string plan)
    {
        var text = new StringBuilder();
        Add(JsonNode.Parse(plan)!, text, 0);
        return text.ToString();
    }

    /// <summary>As the server prints it: inputs below, sub-queries of the columns beside.</summary>
    private static void Add(JsonNode each, StringBuilder text, int level)
    {
        if (each["heading"] is { } heading)
            text.Append(' ', 4 * level++).Append("-> ").Append(heading).Append('\n');
        text.Append(' ', 4 * level).Append("-> ").Append(each["operation"]);
        text.Append(
            CultureInfo.InvariantCulture,
            $"  (cost={each["estimated_total_cost"]} rows={each["estimated_rows"]})"
        );
        if (each["actual_rows"] is { } rows)
            text.Append(
                CultureInfo.InvariantCulture,
                $" (actual time=0.01..0.02 rows={rows} loops={each["actual_loops"]})"
            );
        text.Append('\n');
        foreach (var input in each["inputs"]?.AsArray() ?? [])
            Add(input!, text, level + 1);
        foreach (var input in each["inputs_from_select_list"]?.AsArray() ?? [])
            Add(input!, text, level);
    }
}
