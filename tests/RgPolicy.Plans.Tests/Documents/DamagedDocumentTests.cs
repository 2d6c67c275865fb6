using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Documents;

public class DamagedDocumentTests
{
    private static readonly byte[] Sample = Encoding.UTF8.GetBytes(
        Join().Document(new() { ["work_mem"] = "8MB" }, "SELECT 'é' FROM a")
    );

    [Fact]
    public void Truncated_AtEveryByte_NeverThrowsAndSaysSo()
    {
        for (var length = 0; length < Sample.Length; length++)
        {
            var document = PlanReader.Read(Sample.AsSpan(0, length), Make.Options);

            Assert.NotEmpty(document.Diagnostics);
            Assert.All(document.Statements, AssertSound);
        }
    }

    [Theory]
    [InlineData("""[{"Plan": {"Node Type": "Sort", "Plans": [{"Node Typf": "Seq Scan", "Plan Rows": 5}]}}]""")]
    [InlineData("""[{"Plan": {"Node Type": "Sort", "Total Cost": 9, "Plan Row": 5}}]""")]
    [InlineData("""[{"Plan": {"Node Type": "Sort", "Plans": [{"Node Type": "Seq Scan", "Total Cost": 5}]}}]""")]
    [InlineData(
        """<ShowPlanXML><StmtSimple StatementType="SELECT"><RelOp NodeId="0" PhysicalOq="Hash Match"/></StmtSimple></ShowPlanXML>"""
    )]
    public void Operator_ThatDoesNotSayWhatItIsOrHowManyRows_IsNotJudged(string text)
    {
        var read = PlanReader.Read(text, Make.Options);

        Assert.Equal("RG0105", read.Damage!.Code);
        Assert.Equal(PlanShape.Unknown, Assert.Single(read.Statements).Profile.Shape);
    }

    [Theory]
    [InlineData("", "the document is empty")]
    [InlineData(" \r\n", "the document is empty")]
    [InlineData("- Plan: \n    Node Type: \"Seq Scan\"", "(FORMAT YAML) of PostgreSQL, which is not read")]
    [InlineData(
        "<explain xmlns=\"http://www.postgresql.org/2009/explain\"/>",
        "(FORMAT XML) of PostgreSQL, which is not read"
    )]
    [InlineData("{\"hello\": 1}", "no execution plan was found")]
    public void NoPlan_IsToldByWhatItIs_AndWhatToUseInstead(string text, string what)
    {
        var problem = Assert.Single(PlanReader.Read(text, Make.Options).Diagnostics);

        Assert.Equal("RG0103", problem.Code);
        Assert.Contains(what, problem.Message, StringComparison.Ordinal);
        Assert.EndsWith(
            "use Showplan XML, or the output of EXPLAIN as text or with FORMAT JSON",
            problem.Message,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("1e308")]
    [InlineData("-5")]
    [InlineData("NaN")]
    [InlineData("INF")]
    [InlineData("many")]
    public void AbsurdRows_OfShowplan_AreToldAndUnknown(string rows)
    {
        var document = PlanReader.Read(
            Showplan.Document(Showplan.Statement(Showplan.Scan("t", 10, 1).Set("EstimateRows", rows))),
            Make.Options
        );

        Assert.Equal(
            "1 figure is not a believable number; it counts as unknown",
            Assert.Single(document.Diagnostics).Message
        );
        Assert.Equal(Provenance.Unknown, Assert.Single(document.Statements).Profile.Operators[0].Rows.Provenance);
    }

    [Fact]
    public void Truncated_AfterTheFirstOperators_SaysSoAndDoesNotJudge()
    {
        var text = Encoding.UTF8.GetString(Sample);
        var cut = text.LastIndexOf("\"Node Type\"", StringComparison.Ordinal);

        var document = PlanReader.Read(text[..cut], Make.Options);

        Assert.Equal("RG0104", Assert.Single(document.Diagnostics).Code);
        Assert.Contains("truncated", document.Diagnostics[0].Message, StringComparison.Ordinal);
        Assert.NotNull(document.Damage);
        var statement = Assert.Single(document.Statements);
        Assert.False(statement.HasPlan);
        Assert.Equal(PlanShape.Unknown, statement.Profile.Shape);
        Assert.All(
            [statement.Profile.WorkingSetBytes, statement.Profile.RowsTouched, statement.Profile.Cost],
            figure => Assert.Null(figure.Value)
        );
    }

    [Fact]
    public void Inputs_InTwoLists_AreAllRead()
    {
        var whole = Join().Document();
        var twice = whole.Replace("\"Plans\":", "\"Plans\": [], \"Plans\":", StringComparison.Ordinal);

        var (first, second) = (PlanReader.Read(whole, Make.Options), PlanReader.Read(twice, Make.Options));

        Assert.NotEqual(whole, twice, StringComparer.Ordinal);
        Assert.Equal("RG0112", Assert.Single(second.Diagnostics).Code);
        Assert.Null(second.Damage);
        Assert.Equal(first.Statements[0].Profile.Reason, second.Statements[0].Profile.Reason);
        Assert.Equal(first.Statements[0].Profile.Operators.Length, second.Statements[0].Profile.Operators.Length);
    }

    [Theory]
    [InlineData("\"Plans\": [@, @]")]
    [InlineData("\"Plans\": [@], \"Plans\": [@]")]
    public void Inputs_HoweverListed_AreCountedOnce(string inputs)
    {
        const string Scan =
            """{"Node Type": "Seq Scan", "Relation Name": "a", "Total Cost": 9000, "Plan Rows": 400000, "Plan Width": 8}""";
        var text = $$$"""[{"Plan": {"Node Type": "Append", "Plan Rows": 800000, {{{inputs}}}}}]""".Replace(
            "@",
            Scan,
            StringComparison.Ordinal
        );

        var profile = Assert.Single(PlanReader.Read(text, Make.Options).Statements).Profile;

        Assert.Equal(PlanShape.Scan, profile.Shape);
        Assert.Equal(3, profile.Operators.Length);
    }

    [Fact]
    public void Plan_NamedTwice_IsNotJudged()
    {
        const string Node = """{"Node Type": "Seq Scan", "Relation Name": "a", "Plan Rows": 4}""";

        var document = PlanReader.Read($$$"""[{"Plan": {{{Node}}}, "Plan": {{{Node}}}}]""", Make.Options);

        Assert.Equal("RG0105", document.Damage?.Code);
        Assert.Equal(PlanShape.Unknown, Assert.Single(document.Statements).Profile.Shape);
    }

    [Theory]
    [InlineData('\n')]
    [InlineData('\t')]
    [InlineData('\u0001')]
    public void ControlCharacters_InStrings_AreLetThrough(char control)
    {
        var whole = PlanReader.Read(Sample, Make.Options);
        var text = Encoding.UTF8.GetString(Sample).Replace("SELECT ", $"SELECT{control}\\n", StringComparison.Ordinal);

        var document = PlanReader.Read(text, Make.Options);

        Assert.Empty(document.Diagnostics);
        Assert.Equal(whole.Statements[0].Profile.Reason, Assert.Single(document.Statements).Profile.Reason);
    }

    [Theory]
    [InlineData("\"Subplans Removed\": 9,", 20, PlanShape.Oltp)]
    [InlineData("", 1_000_000, PlanShape.Scan)]
    public void PrunedInputs_AreNotInTheRows(string removed, int rows, PlanShape shape)
    {
        var text =
            $$$"""[{"Plan": {"Node Type": "Append", "Total Cost": 50000, "Plan Rows": 1000000, {{{removed}}} "Plans": [{"Node Type": "Index Scan", "Relation Name": "p1", "Index Cond": "(id = $1)", "Total Cost": 40, "Plan Rows": {{{rows}}}, "Plan Width": 8}]}}]""";

        Assert.Equal(shape, Assert.Single(PlanReader.Read(text, Make.Options).Statements).Profile.Shape);
    }

    [Theory]
    [InlineData("ChunkAppend", 500_000, 500_000)]
    [InlineData("DecompressChunk", 500_000_000, 500_500_000)]
    public void CustomScan_AboveAScan_CountsOnlyRowsThatItMakes(string provider, double rows, double read)
    {
        var text =
            $$$"""[{"Plan": {"Node Type": "Custom Scan", "Custom Plan Provider": "{{{provider}}}", "Total Cost": 9000, "Plan Rows": {{{rows}}}, "Plan Width": 8, "Plans": [{"Node Type": "Seq Scan", "Relation Name": "c", "Total Cost": 9000, "Plan Rows": 500000, "Plan Width": 8}]}}]""";

        var profile = Assert.Single(PlanReader.Read(text, Make.Options).Statements).Profile;

        Assert.Equal((decimal)read, profile.RowsTouched.Value - profile.RowsReturned.Value);
    }

    [Fact]
    public void Mutated_Randomly_NeverThrows()
    {
        var random = new Random(20260101);
        for (var round = 0; round < 4000; round++)
        {
            var copy = Sample.ToArray();
            for (var change = random.Next(1, 6); change > 0; change--)
                copy = Mutate(copy, random);

            Assert.All(PlanReader.Read(copy, Make.Options).Statements, AssertSound);
        }
    }

    private static byte[] Mutate(byte[] bytes, Random random)
    {
        if (bytes.Length < 4)
            return bytes;
        var at = random.Next(bytes.Length - 1);
        switch (random.Next(5))
        {
            case 0:
                bytes[at] = (byte)random.Next(256);
                return bytes;
            case 1:
                bytes[at] = (byte)"{}[]\",:0-9eE\\"[random.Next(13)];
                return bytes;
            case 2:
                return [.. bytes[..at], .. bytes[(at + 1)..]];
            case 3:
                return [.. bytes[..at], .. bytes[random.Next(at + 1)..]];
            default:
                return [.. bytes[..at], (byte)'9', (byte)'9', (byte)'9', .. bytes[at..]];
        }
    }

    private static void AssertSound(PlanStatement statement)
    {
        var profile = statement.Profile;
        Assert.NotEmpty(profile.Reason);
        Assert.True((profile.ShapeShare ?? 0) + (profile.RunnerUpShare ?? 0) <= 1.000001);
        Assert.Equal(profile.WorkingSetBytes.Provenance == Provenance.Unknown, profile.WorkingSetBytes.Value is null);
    }

    private static Op Join() =>
        new Op("Limit", 10).Under(
            new Op("Sort", 1000)
                .As("Outer")
                .Under(
                    Make.HashJoin(Make.SeqScan("a", 1000, 10).Actual(900), Make.SeqScan("b", 1000, 10).Actual(900))
                        .As("Outer")
                )
        );
}
