using RgPolicy.Dbms.PostgreSql.Explain.Parameters;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Parameters;

[Collection(PostgresServer.Collection)]
public sealed class ParameterTypesTests(PostgresServer server)
{
    [Theory]
    [InlineData("SELECT count(*) FROM orders WHERE $1 IS NULL OR customer = $1")]
    [InlineData("SELECT count(*) FROM orders WHERE ($1 = '' OR note LIKE $1) AND ($2 IS NULL OR customer = $2)")]
    [InlineData("SELECT count(*) FROM orders WHERE $1 IS NULL OR customer = ANY ($1)")]
    [InlineData("SELECT count(*) FROM orders WHERE date '2026-01-01' >= current_date - $1")]
    [InlineData("SELECT count(*) FROM orders WHERE now() - $1 <= timestamptz '2026-01-01' AND customer > $2")]
    [InlineData(
        "SELECT count(*) FROM orders WHERE current_date - $1 < date '2026-01-01' AND date "
            + "'2020-01-01' < current_date - $2"
    )]
    [InlineData(
        "SELECT count(*) FROM orders WHERE now() + $2 > timestamptz '2020-01-01' OR now() - $1 < "
            + "timestamptz '2026-01-01'"
    )]
    [InlineData("SELECT count(*), $1 FROM orders WHERE customer % 7 = $1 + 1")]
    [InlineData("SELECT count(*) FROM orders WHERE note = coalesce($1, note) LIMIT $2")]
    [InlineData("SELECT o.id FROM orders o, generate_series($1, $2) g WHERE o.customer = g")]
    [InlineData("SELECT count(*) FROM orders WHERE customer = CASE WHEN $1 THEN 1 ELSE 2 END")]
    [InlineData("SELECT date_trunc($1, now()), count(*) FROM orders WHERE round($2) > customer")]
    public async Task Explain_TypesThatTheTextDoesNotTell_AreFound(string text)
    {
        await using var probe = new ExplainProbe(server.Connection(), PostgresServer.Shop, PostgresServer.Application);

        var facts = (await probe.ExplainAsync(text)).Facts;

        Assert.True(facts?.State == PlanState.Known, $"{text}: {facts?.Source}");
        Assert.Equal("", await probe.LeftoversAsync());
    }

    [Theory]
    [InlineData("SELECT no_such_function($1) FROM orders", "mean nothing")]
    [InlineData("SELECT count(*) FROM orders WHERE no_such_column = $1", "mean nothing")]
    [InlineData("SELECT count(*) FROM orders WHERE point '(1,1)' = $1 AND $1 > 1", "operator does not exist")]
    public async Task Explain_NoTypeFits_SaysTheFirstErrorAndLeavesNothing(string text, string reason)
    {
        await using var probe = new ExplainProbe(server.Connection(), PostgresServer.Shop, PostgresServer.Application);

        var facts = (await probe.ExplainAsync(text)).Facts;

        Assert.Equal(PlanState.Absent, facts?.State);
        Assert.Contains(reason, facts?.Source, StringComparison.Ordinal);
        Assert.Equal("", await probe.LeftoversAsync());
    }

    [Fact]
    public void Of_Text_NumbersEachUse()
    {
        var uses = ParameterUses.Of("SELECT $2, '$1' WHERE a = $1 OR b = $2");

        Assert.Equal("SELECT $1, '$1' WHERE a = $2 OR b = $3", uses.Text);
        Assert.Equal("2 1 2", string.Join(' ', uses.Owners));
        Assert.Equal("7 26 36", string.Join(' ', uses.Places));
    }
}
