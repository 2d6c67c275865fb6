using RgPolicy.Dbms.MySql.Live;
using RgPolicy.Dbms.MySql.Sql;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.MySql.Live;

/// <summary>What MySQL 9.7.4 counted of statements, and their shapes by the definitions of plans.</summary>
public sealed class LiveJudgeTests
{
    private const string Large = "sales:200000:11000000";
    private const string Customers = "customers:20000:1600000";
    private const string Small = "regions:10:16384";

    // Text; scans, full joins, ranges, sorts, temporary tables, rows examined; rows read and stored; open tables; written.
    [Theory]
    [InlineData("SELECT amount, SLEEP(9) FROM sales WHERE id = 5", "0 0 0 0 0 0", "1 0", Large, PlanShape.Oltp)]
    [InlineData("SELECT * FROM sales WHERE customer = 5", "0 0 0 0 0 0", "11 0", Large, PlanShape.Oltp)]
    [InlineData("SELECT * FROM sales WHERE kind = 5", "0 0 0 0 0 0", "90000 0", Large, PlanShape.Scan)]
    [InlineData("SELECT * FROM sales WHERE id BETWEEN 1 AND 9", "0 0 1 0 0 0", "9 0", Large, PlanShape.Oltp)]
    [InlineData("SELECT SUM(a) FROM sales WHERE id < 90000", "0 0 1 0 0 0", "6354 0", Large, PlanShape.Scan)]
    [InlineData("SELECT * FROM sales ORDER BY id LIMIT 10", "1 0 0 0 0 0", "1 0", Large, PlanShape.Oltp)]
    [InlineData("SELECT * FROM sales ORDER BY id LIMIT ?, ?", "1 0 0 0 0 0", "1 0", Large, PlanShape.Oltp)]
    [InlineData("SELECT * FROM sales ORDER BY note LIMIT 10", "1 0 0 1 0 0", "1 0", Large, PlanShape.Sort)]
    [InlineData("SELECT * FROM sales WHERE note = 'x' LIMIT 10", "1 0 0 0 0 0", "1 0", Large, PlanShape.Scan)]
    [InlineData("SELECT * FROM regions", "1 0 0 0 0 0", "1 0", Small, PlanShape.Oltp)]
    [InlineData("SELECT COUNT(*) FROM sales", "1 0 0 0 0 0", "1 0", Large, PlanShape.Scan)]
    [InlineData("SELECT * FROM dear", "1 0 0 0 0 0", "1017 0", Large, PlanShape.Scan)]
    [InlineData("SELECT * FROM sales UNION ALL SELECT * FROM old", "2 0 0 0 0 0", "1 0", Large, PlanShape.Scan)]
    [InlineData("SELECT * FROM sales UNION SELECT * FROM old", "2 0 0 0 1 0", "1 0", Large, PlanShape.Aggregation)]
    [InlineData(
        "SELECT note, SUM(a) FROM sales GROUP BY note",
        "1 0 0 0 1 0",
        "5188 5187",
        Large,
        PlanShape.Aggregation
    )]
    [InlineData("SELECT DISTINCT note FROM sales", "1 0 0 0 1 0", "1 0", Large, PlanShape.Aggregation)]
    [InlineData("SELECT COUNT(DISTINCT note) FROM sales", "1 0 0 0 0 0", "9000 0", Large, PlanShape.Aggregation)]
    [InlineData("SELECT n, SUM(a) FROM sales WHERE z = 1 GROUP BY n", "1 0 0 0 1 0", "90000 7", Large, PlanShape.Scan)]
    [InlineData("SELECT * FROM sales ORDER BY note", "1 0 0 1 0 0", "6521 0", Large, PlanShape.Sort)]
    [InlineData("SELECT RANK() OVER (ORDER BY a) FROM sales", "1 0 0 1 0 0", "6521 0", Large, PlanShape.Sort)]
    [InlineData("SELECT SUM(a) OVER () FROM sales", "1 0 0 0 1 0", "6521 9", Large, PlanShape.Aggregation)]
    [InlineData("SELECT * FROM sales a JOIN sales b ON a.n > b.n", "1 1 0 0 0 0", "1 0", Large, PlanShape.Join)]
    [InlineData("SELECT * FROM sales a, sales b WHERE a.id = b.x", "1 0 0 0 0 0", "1 0", Large, PlanShape.Join)]
    [InlineData("SELECT * FROM both_of_them", "1 0 0 0 0 0", "1 0", Large + " " + Customers, PlanShape.Join)]
    [InlineData(
        "SELECT * FROM sales WHERE customer IN (SELECT id FROM customers)",
        "1 0 0 0 0 0",
        "1 0",
        Large + " " + Customers,
        PlanShape.Join
    )]
    [InlineData(
        "SELECT * FROM sales JOIN customers ON customers.id = customer WHERE sales.id = 5",
        "0 0 0 0 0 0",
        "2 0",
        Large + " " + Customers,
        PlanShape.Oltp
    )]
    [InlineData(
        "SELECT r.name, SUM(a) FROM sales JOIN regions r USING (region) GROUP BY r.name",
        "1 1 0 0 1 0",
        "1 0",
        Large + " " + Small,
        PlanShape.Aggregation
    )]
    [InlineData("SELECT * FROM regions a JOIN regions b USING (x)", "1 1 0 0 0 0", "9 0", Small, PlanShape.Oltp)]
    [InlineData("SELECT * FROM n a JOIN n b USING (x)", "1 1 0 0 0 0", "9 0", "n:1000:65536", PlanShape.Join)]
    [InlineData("SELECT 1, SLEEP(9)", "0 0 0 0 0 0", "0 0", "", PlanShape.Utility)]
    [InlineData("WITH RECURSIVE s AS (SELECT 1) SELECT * FROM s", "1 0 0 0 1 0", "90000 9", "", PlanShape.Utility)]
    [InlineData("INSERT INTO notes VALUES (1, 'x')", "0 0 0 0 0 0", "0 0", "notes:0:16384", PlanShape.Oltp)]
    [InlineData("INSERT INTO notes SELECT * FROM sales", "1 0 0 0 0 0", "9 9", Large, PlanShape.Write)]
    [InlineData("INSERT INTO notes SELECT * FROM s WHERE x = 1", "1 0 0 0 0 0", "9 9", Large, PlanShape.Scan)]
    [InlineData("INSERT INTO notes SELECT * FROM s WHERE x", "1 0 0 0 0 0", "4288 99", Large, PlanShape.Write, 4287)]
    [InlineData("UPDATE sales SET a = 1 WHERE id = 5", "0 0 0 0 0 1", "1 0", Large, PlanShape.Oltp)]
    [InlineData("UPDATE sales SET a = 1", "0 0 0 0 0 1", "1 0", Large, PlanShape.Write)]
    [InlineData("DELETE FROM sales WHERE note = 'x'", "0 0 0 0 0 6112", "6112 0", Large, PlanShape.Scan, 3)]
    [InlineData("DELETE FROM sales WHERE id > 9", "0 0 0 0 0 6112", "6112 0", Large, PlanShape.Write, 6000)]
    public void Judge_WhatIsCounted_IsTheShape(
        string text,
        string access,
        string rows,
        string tables,
        PlanShape expected,
        long written = 0
    )
    {
        var kind = MySqlKinds.Of(text, SqlLexer.Tokens(text, SqlDialect.AnyMySql));

        var profile = LiveJudge.Judge(kind, StatementClauses.Of(text), Facts(access, rows, tables), written);

        Assert.Equal(expected, profile.Shape);
        Assert.NotEmpty(profile.Reason);
    }

    // Without the right to read sizes, or an instrument that tells of tables.
    [Theory]
    [InlineData("SELECT COUNT(*) FROM sales", "1 0 0 0 0 0", PlanShape.Scan)]
    [InlineData("SELECT * FROM sales WHERE id = 5", "0 0 0 0 0 0", PlanShape.Oltp)]
    [InlineData("SELECT * FROM a JOIN b USING (id)", "1 1 0 0 0 0", PlanShape.Join)]
    public void Judge_TablesUntold_GoesByTheCounts(string text, string access, PlanShape expected)
    {
        var facts = Facts(access, "1 0", "") with { Tables = null };

        Assert.Equal(expected, LiveJudge.Judge(StatementKind.Select, StatementClauses.Of(text), facts, 0).Shape);
    }

    private static LiveFacts Facts(string access, string rows, string tables)
    {
        var (counts, read) = (Numbers(access), Numbers(rows));
        return new LiveFacts
        {
            Access = new AccessCounts(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]),
            Rows = new RowCounts(0, 0, read[0], read[1]),
            Tables = [.. tables.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(Table)],
        };
    }

    private static OpenTable Table(string text)
    {
        var parts = text.Split(':');
        return new OpenTable("shop", parts[0], Number(parts[1]), Number(parts[2]));
    }

    private static long[] Numbers(string text) => [.. text.Split(' ').Select(Number)];

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
