namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

public sealed class ParameterTextTests
{
    [Theory]
    [InlineData(
        "SELECT * FROM t WHERE a = 5 AND b LIKE 'x%' LIMIT 10",
        "SELECT * FROM t WHERE a = $1 AND b LIKE $2 LIMIT $3",
        "5|x%|10"
    )]
    [InlineData(
        "SELECT 1, sum(a) * 1 FROM t GROUP BY 1 ORDER BY 2 DESC, 1",
        "SELECT $1, sum(a) * $1 FROM t GROUP BY 1 ORDER BY 2 DESC, 1",
        "1"
    )]
    [InlineData(
        "SELECT CAST(a AS numeric(7, 2)) FROM t WHERE d < DATE '2020-01-01' + INTERVAL '1' DAY AND c = -3",
        "SELECT CAST(a AS numeric(7, 2)) FROM t WHERE d < CAST($1 AS date) + INTERVAL '1' DAY AND c = -3",
        "2020-01-01"
    )]
    [InlineData(
        "SELECT sum(a) OVER (ORDER BY b ROWS 3 PRECEDING) FROM t WHERE c IN ('it''s', 'b')",
        "SELECT sum(a) OVER (ORDER BY b ROWS 3 PRECEDING) FROM t WHERE c IN ($1, $2)",
        "it's|b"
    )]
    public void Of_Shared_ValuesAreParametersAndNothingElseIs(string text, string expected, string values)
    {
        var made = ParameterText.Of(text, ParameterStyle.Shared);

        Assert.Equal((expected, values), (made.Text, string.Join('|', made.Values)));
    }

    [Theory]
    [InlineData(
        "SELECT 'a', b FROM t WHERE c BETWEEN 1 AND 2 AND d = 1",
        "SELECT 'a', b FROM t WHERE c BETWEEN $1 AND $2 AND d = $3"
    )]
    [InlineData(
        "SELECT round(a, 2) FROM t WHERE (b > DATE '2020-01-01' AND c <> 'x')",
        "SELECT round(a, 2) FROM t WHERE (b > CAST($1 AS date) AND c <> $2)"
    )]
    public void Of_Compared_OnlyWhatIsComparedWithIs(string text, string expected) =>
        Assert.Equal(expected, ParameterText.Of(text, ParameterStyle.Compared).Text);
}
