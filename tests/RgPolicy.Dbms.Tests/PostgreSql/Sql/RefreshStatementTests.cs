using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql;

public sealed class RefreshStatementTests
{
    [Theory]
    [InlineData("REFRESH MATERIALIZED VIEW totals", "|totals")]
    [InlineData("refresh materialized view Concurrently Sales.Totals;", "sales|totals")]
    [InlineData("REFRESH MATERIALIZED VIEW \"a.b\".\"To\"\"tals\" WITH DATA", "a.b|To\"tals")]
    [InlineData("REFRESH /* c */ MATERIALIZED VIEW totals -- all\n WITH DATA ;", "|totals")]
    public void Read_Refresh_NamesItsView(string text, string expected) =>
        Assert.Equal(expected, RefreshStatement.Read(text) is { } read ? $"{read.Schema}|{read.Name}" : null);

    [Theory]
    [InlineData("REFRESH MATERIALIZED VIEW totals WITH NO DATA")]
    [InlineData("REFRESH MATERIALIZED VIEW shop.sales.totals")]
    [InlineData("REFRESH MATERIALIZED VIEW")]
    [InlineData("REFRESH MATERIALIZED VIEW totals, others")]
    [InlineData("REFRESH MATERIALIZED VIEW totals; SELECT 1")]
    [InlineData("REFRESH MATERIALIZED VIEW U&\"totals\"")]
    [InlineData("REFRESH MATERIALIZED VIEW ÄTotals")]
    [InlineData("REFRESH TABLE totals")]
    [InlineData("SELECT refresh")]
    [InlineData("")]
    public void Read_AnythingElse_IsNull(string text) => Assert.Null(RefreshStatement.Read(text));
}
