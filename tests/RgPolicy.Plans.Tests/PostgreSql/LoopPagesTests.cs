using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.PostgreSql;

/// <summary>Index loops judged with the statistics of the columns that they go by.</summary>
public class LoopPagesTests
{
    private const int Rows = 1_000_000;
    private const int Pages = 10_000;
    private const int IndexPages = 2_500;

    private static readonly ColumnFigures InOrder = new(Rows, 1, 0, Rows);
    private static readonly ColumnFigures Anywhere = new(Rows, 0, 0, Rows);

    [Fact]
    public void FewKeys_VisitTheirPagesAlone()
    {
        // 200 different keys from anywhere: a page and a leaf for each.
        var hot = new ColumnFigures(200, 0, 0, Rows);

        Assert.InRange(WorkingSetPages(hot, Anywhere), 360, 400);
    }

    [Fact]
    public void KeysOfARange_VisitItsPartOfATableInOrder()
    {
        var range = new ColumnFigures(50_000, 0, 300_000, 350_000);

        Assert.InRange(
            WorkingSetPages(range, InOrder),
            0.05 * (Pages + IndexPages) * 0.9,
            0.05 * (Pages + IndexPages) * 1.1
        );
        // Rows that stand anywhere are on all pages; the index is in order all the same.
        Assert.InRange(WorkingSetPages(range, Anywhere), 0.9 * Pages, (0.05 * IndexPages) + Pages);
    }

    [Fact]
    public void KeysFromAllOver_VisitTheTableAndItsIndex() =>
        Assert.InRange(
            WorkingSetPages(new ColumnFigures(100_000, 0, 0, Rows), Anywhere),
            0.95 * (Pages + IndexPages),
            Pages + IndexPages
        );

    [Fact]
    public void KeysThatAreMetOnce_KeepTheUpperLevelsOfTheIndexAlone()
    {
        var each = new ColumnFigures(1_000, 0, 0, Rows);

        Assert.Equal(IndexPages / 100, WorkingSetPages(each, Anywhere, outerRows: 1_000));
    }

    [Theory]
    [InlineData("(key = 5)")]
    [InlineData("(other = k.key)")]
    [InlineData("(key = k.other)")]
    [InlineData("(key = x.key)")]
    [InlineData("(key > k.key)")]
    [InlineData("")]
    public void ConditionOfWhichNothingIsKnown_IsJudgedByTheSizes(string condition) =>
        Assert.Equal(
            Pages + IndexPages,
            WorkingSetPages(new ColumnFigures(200, 0, 0, Rows), Anywhere, condition: condition)
        );

    [Theory]
    [InlineData("(key = k.key)")]
    [InlineData("(t.key = k.key)")]
    [InlineData("((key = (k.key)::bigint) AND (value = 5))")]
    [InlineData("((value = 5) AND (key = k.key))")]
    public void FormsOfConditions_AreRead(string condition) =>
        Assert.InRange(WorkingSetPages(new ColumnFigures(200, 0, 0, Rows), Anywhere, condition: condition), 360, 400);

    [Theory]
    [InlineData(0, 0, 5, 5)]
    [InlineData(double.MaxValue, 1, double.MinValue, double.MaxValue)]
    [InlineData(1, -1, 9, 3)]
    [InlineData(1e300, 0.5, -1e300, 1e300)]
    public void ImpossibleStatistics_StayWithinTheTable(double distinct, double correlation, double low, double high)
    {
        var column = new ColumnFigures(distinct, correlation, low, high);

        Assert.InRange(WorkingSetPages(column, column), 0, Pages + IndexPages + 1);
    }

    [Fact]
    public void Names_AreThoseOfBothSidesInPlansAsServersPrintThem()
    {
        const string Plan = """
            [{"Plan": {
              "Index Cond": "(key = k.key)",
              "Filter": "(a = b.c)",
              "Index Cond": "((\"Odd One\" = (\"K\".\"its \"\"key\"\"\")::bigint) AND (x = 1))",
              "Index Cond": "(id = 7)"
            }}]
            """;

        Assert.Equal(
            ["Odd One", "its \"key\"", "key"],
            LookupNames.Of(Plan).Order(StringComparer.Ordinal),
            StringComparer.Ordinal
        );
        Assert.Empty(LookupNames.Of(""));
        Assert.Empty(LookupNames.Of("\"Index Cond\": \"("));
    }

    private static double WorkingSetPages(
        ColumnFigures source,
        ColumnFigures looked,
        int outerRows = 100_000,
        string condition = "(key = k.key)"
    )
    {
        var inner = new Op("Index Scan", 1, 8, 0.4, 1)
            .On("t")
            .Set("Index Name", "t_key")
            .Set("Index Cond", condition)
            .As("Inner");
        var join = new Op("Nested Loop", outerRows, 16, 1, 1_000_000).Joining(
            Make.SeqScan("keys", outerRows, 500).Set("Alias", "k"),
            inner
        );
        var relations = new Dictionary<string, RelationFigures>(StringComparer.Ordinal)
        {
            ["t"] = new(Rows, Pages) { Columns = Column(looked) },
            ["t_key"] = new(null, IndexPages),
            ["keys"] = new(outerRows, 500) { Columns = Column(source) },
        };
        var profile = Assert
            .Single(PlanReader.Read(join.Document(), Make.Options with { Relations = relations }).Statements)
            .Profile;
        return (double)profile.WorkingSetBytes.Value!.Value / 8192;
    }

    private static Dictionary<string, ColumnFigures> Column(ColumnFigures figures) =>
        new(StringComparer.Ordinal) { ["key"] = figures };
}
