using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Documents;

public class DocumentTests
{
    private static readonly string Plain = Make.SeqScan("t", 5000, 100).Document();

    [Theory]
    [InlineData("utf-8", false)]
    [InlineData("utf-8", true)]
    [InlineData("utf-16le", false)]
    [InlineData("utf-16le", true)]
    [InlineData("utf-16be", false)]
    [InlineData("utf-16be", true)]
    public void Read_AnyEncoding_SamePlan(string encoding, bool hasMark)
    {
        var document = PlanReader.Read(Encode(Plain, encoding, hasMark), Make.Options);

        Assert.Equal(encoding, document.Encoding);
        Assert.Equal(PlanShape.Scan, Assert.Single(document.Statements).Profile.Shape);
        Assert.Empty(document.Diagnostics);
    }

    [Fact]
    public void Read_BareOperatorAndAutoExplain_AreStatements()
    {
        var bare = Make.SeqScan("t", 5000, 100).ToJson().ToJsonString();
        var logged = $$"""{"Query Text": "select 1 from t", "Plan": {{bare}}}""";

        Assert.Single(PlanReader.Read(bare, Make.Options).Statements);
        Assert.Equal("select 1 from t", Assert.Single(PlanReader.Read(logged, Make.Options).Statements).Text);
    }

    [Fact]
    public void Read_SeveralDocumentsInOneFile_OrdinalsGoOn()
    {
        var document = PlanReader.Read(
            $"{Plain}\n{Plain}\n-- SELECT ARRAY[1,2], '{{a}}', '{{\"b'\n{Plain}",
            Make.Options
        );

        Assert.Equal([0, 1, 2], document.Statements.Select(statement => statement.Ordinal));
        Assert.Empty(document.Diagnostics);
    }

    [Fact]
    public void Read_ArrayOfBareOperators_EachIsAStatement()
    {
        var bare = Make.SeqScan("t", 5000, 100).ToJson().ToJsonString();

        Assert.Equal(3, PlanReader.Read($"[{bare},{bare},{bare}]", Make.Options).Statements.Length);
    }

    [Fact]
    public void Read_PsqlFrame_IsSeenThrough()
    {
        var lines = Plain.Replace(",", ",\n", StringComparison.Ordinal).Split('\n');
        var transcript =
            "postgres=# EXPLAIN (FORMAT JSON) SELECT '{' FROM t;\n  QUERY PLAN\n-----------\n"
            + string.Join('\n', lines.Select(line => $" {line} +"))
            + "\n(1 row)\n";
        var boxed = "┌──┐\n│ QUERY PLAN │\n╞══╡\n" + string.Join('\n', lines.Select(line => $"│ {line} ↵│")) + "\n└──┘";

        Assert.Equal(PlanShape.Scan, Assert.Single(PlanReader.Read(transcript, Make.Options).Statements).Profile.Shape);
        Assert.Equal(PlanShape.Scan, Assert.Single(PlanReader.Read(boxed, Make.Options).Statements).Profile.Shape);
    }

    [Fact]
    public void Read_CsvField_DoubledQuotesAreUndone()
    {
        var csv = "\"" + Plain.Replace("\"", "\"\"", StringComparison.Ordinal) + "\"";

        Assert.Equal(PlanShape.Scan, Assert.Single(PlanReader.Read(csv, Make.Options).Statements).Profile.Shape);
    }

    [Fact]
    public void Read_UtilityStatement_HasNoPlan()
    {
        var statement = Assert.Single(PlanReader.Read("[\n  \"Utility Statement\"\n]", Make.Options).Statements);

        Assert.False(statement.HasPlan);
        Assert.Equal(PlanShape.Utility, statement.Profile.Shape);
    }

    [Fact]
    public void Read_RowOfAClient_IsUnwrapped() =>
        Assert.Single(PlanReader.Read($$"""[{"QUERY PLAN": {{Plain}}}]""", Make.Options).Statements);

    [Theory]
    [InlineData("{\"query_block\": {\"select_id\": 1, \"cost_info\": {\"query_cost\": \"1\"}}}", PlanFormat.MySqlJson)]
    [InlineData("{\"query_block\": {\"select_id\": 1, \"message\": \"No tables used\"}}", PlanFormat.MySqlJson)]
    [InlineData(
        "{\"query_block\": {\"select_id\": 1, \"table\": {\"table_name\": \"t\", \"rows\": 3}}}",
        PlanFormat.MariaDbJson
    )]
    public void Read_OtherServers_AreRecognisedByContent(string text, PlanFormat format)
    {
        var document = PlanReader.Read(text, Make.Options);

        Assert.Equal(format, document.Format);
        Assert.Single(document.Statements);
        Assert.Empty(document.Diagnostics);
    }

    [Theory]
    [InlineData("")]
    [InlineData("hello")]
    [InlineData("{}")]
    [InlineData("[[[[[[")]
    public void Read_NoPlan_SaysSo(string text)
    {
        var document = PlanReader.Read(text, Make.Options);

        Assert.Equal("RG0103", Assert.Single(document.Diagnostics).Code);
        Assert.Empty(document.Statements);
    }

    [Fact]
    public void Read_TooLarge_IsRefused()
    {
        var document = PlanReader.Read(Encoding.UTF8.GetBytes(Plain), new() { MaximumBytes = 10 });

        Assert.Equal("RG0101", Assert.Single(document.Diagnostics).Code);
    }

    [Fact]
    public void Read_NearlyTwoThousandLevels_AreRead()
    {
        var document = PlanReader.Read(Nested(1900), Make.Options);

        Assert.Empty(document.Diagnostics);
        Assert.Equal(1900, Assert.Single(document.Statements).Profile.Operators.Length);
    }

    [Theory]
    [InlineData(15_000)]
    [InlineData(200_000)]
    public void Read_TooDeep_SaysSoAndDoesNotJudge(int levels)
    {
        var document = PlanReader.Read(Nested(levels), Make.Options);

        Assert.Equal("RG0106", Assert.Single(document.Diagnostics).Code);
        Assert.Equal(PlanShape.Unknown, Assert.Single(document.Statements).Profile.Shape);
    }

    [Fact]
    public void Read_BrokenInTheMiddle_TellsWhereAndGoesOn()
    {
        var broken = Plain.Replace("\"Plan Width\"", "\n  Plan Width", StringComparison.Ordinal);

        var document = PlanReader.Read($"{broken}\n{Plain}", Make.Options);

        var problem = Assert.Single(document.Diagnostics);
        Assert.Equal("RG0105", problem.Code);
        Assert.True(problem.Line >= 1 && problem.Column >= 1);
        Assert.Equal(2, document.Statements.Length);
    }

    private static byte[] Encode(string text, string encoding, bool hasMark)
    {
        Encoding chosen = encoding switch
        {
            "utf-16le" => new UnicodeEncoding(bigEndian: false, byteOrderMark: true),
            "utf-16be" => new UnicodeEncoding(bigEndian: true, byteOrderMark: true),
            _ => new UTF8Encoding(encoderShouldEmitUTF8Identifier: true),
        };
        var bytes = chosen.GetBytes(text);
        return hasMark ? [.. chosen.GetPreamble(), .. bytes] : bytes;
    }

    private static string Nested(int levels)
    {
        var text = new StringBuilder("[{\"Plan\":");
        for (var i = 1; i < levels; i++)
            text.Append("{\"Node Type\":\"Limit\",\"Plan Rows\":1,\"Plans\":[");
        text.Append("{\"Node Type\":\"Seq Scan\",\"Plan Rows\":1,\"Total Cost\":2}");
        for (var i = 1; i < levels; i++)
            text.Append("]}");
        return text.Append("}]").ToString();
    }

    [Theory]
    [InlineData("1e308")]
    [InlineData("-5")]
    [InlineData("1e999")]
    [InlineData("\"NaN\"")]
    [InlineData("\"many\"")]
    public void Read_AbsurdRows_CountAsUnknown_AndAreNamed(string rows)
    {
        var text =
            $$$"""[{"Plan":{"Node Type":"Seq Scan","Relation Name":"a","Plan Rows":{{{rows}}},"Plan Width":4,"Total Cost":10}}]""";

        var document = PlanReader.Read(text, Make.Options);

        Assert.Equal("RG0111", Assert.Single(document.Diagnostics).Code);
        Assert.Null(Assert.Single(document.Statements).Profile.Operators[0].Rows.Value);
    }

    [Theory]
    [InlineData("\n")]
    [InlineData("\n-- next\n")]
    [InlineData(" /* end markers */ ")]
    public void Read_SeveralBlocksInOneFile_EachIsAStatement(string between)
    {
        const string Block =
            """{"query_block":{"select_id":1,"table":{"table_name":"a","access_type":"ALL","rows":5000,"filtered":100}}}""";

        var document = PlanReader.Read(Block + between + Block + between + Block, Make.Options);

        Assert.Empty(document.Diagnostics);
        Assert.Equal([0, 1, 2], document.Statements.Select(statement => statement.Ordinal));
    }
}
