using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql;

public sealed class DumpStatementTests
{
    [Theory]
    [InlineData("COPY public.orders (id, customer, note) TO stdout;")]
    [InlineData("COPY orders TO stdout")]
    [InlineData("COPY \"My Schema\".\"odd (name\" (\"a)\", b) TO stdout;")]
    [InlineData("FETCH 100 FROM _pg_dump_cursor")]
    public void Exemption_StatementOfPgDump_IsABackup(string text) =>
        Assert.Equal("backup (pg_dump)", Of(text, "pg_dump"));

    [Theory]
    [InlineData("COPY (SELECT count(*) FROM orders a, orders b) TO stdout;")]
    [InlineData("COPY orders FROM stdin")]
    [InlineData("COPY orders (id) TO PROGRAM 'gzip'")]
    [InlineData("COPY orders TO '/tmp/x'")]
    [InlineData("COPY orders (id) TO stdout; SELECT 1")]
    [InlineData("COPY orders TO stdout WHERE true")]
    [InlineData("SELECT count(*) FROM orders")]
    [InlineData("FETCH 100 FROM mine")]
    [InlineData("FETCH ALL FROM _pg_dump_cursor; SELECT 1")]
    [InlineData("COPY")]
    [InlineData("COPY orders (id")]
    [InlineData("")]
    public void Exemption_AnythingElseUnderItsName_IsNone(string text) => Assert.Null(Of(text, "pg_dump"));

    [Theory]
    [InlineData("psql")]
    [InlineData("pg_dump ")]
    [InlineData("")]
    public void Exemption_CopyOfAnotherApplication_IsNone(string app) => Assert.Null(Of("COPY orders TO stdout;", app));

    [Theory]
    [InlineData("COPY public.orders (id) TO stdout;", false)]
    [InlineData("FETCH 100 FROM _pg_dump_cursor", true)]
    public void IsOfACursor_Text_IsWhereItsQueryIsNotShown(string text, bool expected) =>
        Assert.Equal(expected, DumpStatement.IsOfACursor(new StatementFacts(StatementKind.Select, "f", text, false)));

    private static string? Of(string text, string app) =>
        DumpStatement.Exemption(
            new SessionFacts("app", app, "", "shop", false),
            new StatementFacts(StatementKind.Select, "f", text, false)
        );
}
