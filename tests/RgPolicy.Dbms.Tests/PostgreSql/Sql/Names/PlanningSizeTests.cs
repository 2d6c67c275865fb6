using RgPolicy.Dbms.PostgreSql.Sql.Names;
using RgPolicy.Dbms.Texts;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql.Names;

public sealed class PlanningSizeTests
{
    public static TheoryData<string> Growing { get; } = new(GrowingText.All.Select(each => each.Name));

    [Theory]
    [MemberData(nameof(Growing))]
    public void Problem_ExpressionThatDoublesWithEachLevel_IsTold(string name)
    {
        var growing = GrowingText.All.Single(each => each.Name == name);

        Assert.NotNull(Problem(growing.Text(24)));
        Assert.NotNull(Problem(growing.Text(60)));
        Assert.Null(Problem(growing.Text(1)));
    }

    [Theory]
    [InlineData("SELECT 1e131071 * 2")]
    [InlineData("SELECT '1e99999'::numeric")]
    [InlineData("SELECT numeric ' 9.5E+0_9999 '")]
    [InlineData("SELECT '{\"a\": 1e1000}'::jsonb")]
    public void Problem_NumberOfManyDigits_IsTold(string text) => Assert.NotNull(Problem(text));

    [Theory]
    [InlineData("SELECT 1e308, 1.5E-9999, '2e3', 'e99999'")]
    [InlineData("SELECT * FROM t WHERE id = '12e34567-0000-4000-8000-123456789012' OR h = '0e123456789abcdef'")]
    public void Problem_NumberOfADouble_IsNull(string text) => Assert.Null(Problem(text));

    /// <summary>What takes a time that grows with the product of two values.</summary>
    public static TheoryData<string> Products { get; } =
        new()
        {
            $"SELECT translate('{new string('z', 16_000)}', '{new string('a', 16_000)}', 'b')",
            $"SELECT ltrim('{new string('z', 16_000)}', '{new string('a', 16_000)}z')",
            $"SELECT '[{Joined(8_000, _ => "1")}]'::jsonb @> '[{Joined(8_000, _ => "2")}]'::jsonb",
            $"SELECT ARRAY[{Joined(8_000, _ => "1")}] @> ARRAY[{Joined(8_000, _ => "2")}]",
            $"SELECT {Joined(300, _ => "strpos(x, y)")} FROM (SELECT '{new string('a', 4_000)}' AS x, 'b{new string('a', 3_000)}' AS y) s",
            $"SELECT {Joined(300, _ => "strpos(0::bit(9999)::text, 1::bit(9000)::text)")}",
            $"SELECT {Joined(300, _ => "strpos(round(1.0, 9999)::text, round(2.0, 90 * 90)::text)")}",
            $"SELECT {Joined(300, _ => "strpos(1e300::text, 1e299::text)")} || 'a'",
            $"SELECT (ROW((ROW({Joined(1_000, _ => "1")})).*)).*",
            $"SELECT strpos({string.Join(" || ", Enumerable.Repeat($"'{new string('a', 60)}'", 300))}, 'b')",
        };

    [Theory]
    [MemberData(nameof(Products))]
    public void Problem_ProductOfLargeValues_IsTold(string text) => Assert.NotNull(Problem(text));

    [Fact]
    public void Problem_OneLargeValue_IsNull()
    {
        Assert.Null(
            Problem($"SELECT * FROM t WHERE id = ANY ('{{{Joined(5_000, i => $"{i}")}}}'::int[]) AND name LIKE 'a%'")
        );
        Assert.Null(Problem($"SELECT * FROM t WHERE id = ANY (ARRAY[{Joined(5_000, i => $"{i}")}])"));
        Assert.Null(Problem($"SELECT * FROM t WHERE id IN ({Joined(2_000, i => $"'order-{i}'")})"));
        Assert.Null(Problem($"SELECT * FROM (VALUES {Joined(2_000, i => $"({i}, 'a{i}')")}) v(a, b) JOIN t USING (a)"));
    }

    [Fact]
    public void Problem_ManyNamesSortsOrXml_AreTold()
    {
        Assert.NotNull(Problem("SELECT " + Joined(200, i => $"sum(x) OVER (ORDER BY x + {i})") + " FROM t"));
        Assert.NotNull(Problem("SELECT " + Joined(200, i => $"array_agg(x ORDER BY x + {i})") + " FROM t"));
        Assert.NotNull(Problem("SELECT " + Joined(200, i => $"count(DISTINCT x + {i})") + " FROM t"));
        Assert.NotNull(Problem("SELECT 1 FROM t GROUP BY " + Joined(3_000, i => $"x + {i}")));
        Assert.NotNull(
            Problem($"SELECT '<a {string.Concat(Enumerable.Range(0, 9_000).Select(i => $"a{i}='' "))}/>' IS DOCUMENT")
        );
        Assert.Null(Problem("SELECT * FROM t WHERE id IN (" + Joined(9_000, i => $"{i}") + ")"));
        Assert.Null(Problem("SELECT * FROM t WHERE id IN (" + Joined(9_000, i => $"${i + 1}") + ")"));
        Assert.Null(Problem("SELECT * FROM t WHERE id IN (" + Joined(5_000, i => $"'{i}'::text") + ")"));
        Assert.Null(Problem($"SELECT * FROM t WHERE note = '{new string('x', 2_000_000)}'"));
    }

    /// <summary>What tools for data models write: a query of a query, with few expressions in each.</summary>
    [Fact]
    public void Problem_ManyQueriesOfQueries_IsNull()
    {
        var text = "q0 AS (SELECT a, b, c FROM t WHERE d BETWEEN 1 AND 5)";
        for (var i = 1; i <= 25; i++)
            text +=
                $", q{i} AS (SELECT q{i - 1}.a, b, coalesce(c, 0) AS c, CASE WHEN b > 1 THEN 'x' ELSE 'y' END AS k{i} FROM q{i - 1} JOIN u USING (a))";

        Assert.Null(Problem($"WITH {text} SELECT *, sum(c) OVER (PARTITION BY a) FROM q25 ORDER BY a"));
    }

    private static string Joined(int count, Func<int, string> each) =>
        string.Join(", ", Enumerable.Range(0, count).Select(each));

    private static string? Problem(string text) => PlanningSize.Problem(new SqlText(text));
}
