using Npgsql;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

[Collection(PostgresServer.Collection)]
public sealed class HostileTextTests(PostgresServer server)
{
    public static TheoryData<string> Hostile { get; } = new()
    {
        "SELECT 1; ROLLBACK; CREATE TABLE x()",
        "SELECT 1;\nCOMMIT;\nCREATE TABLE x()",
        "SELECT 1 /* ; */ ; ROLLBACK; CREATE TABLE x()",
        "SELECT 1 /* /* */ ; ROLLBACK; CREATE TABLE x() */; CREATE TABLE x()",
        "SELECT 1 --;\n; ROLLBACK; CREATE TABLE x()",
        "SELECT 1 --;\r; ROLLBACK; CREATE TABLE x()",
        "SELECT $a$;$a$; ROLLBACK; CREATE TABLE x()",
        "SELECT $$ $a$; $$; ROLLBACK; CREATE TABLE x(); SELECT $$ $$",
        "SELECT $é$;$é$; ROLLBACK; CREATE TABLE x()",
        "SELECT '\\'; ROLLBACK; CREATE TABLE x(); --'",
        "SELECT E'\\''; ROLLBACK; CREATE TABLE x(); --'",
        "SELECT E'a'\n'\\''; ROLLBACK; CREATE TABLE x(); --'",
        "SELECT ''''; ROLLBACK; CREATE TABLE x()",
        "SELECT U&'\\0027'; ROLLBACK; CREATE TABLE x()",
        "SELECT U&'!0027' UESCAPE '!'; ROLLBACK; CREATE TABLE x()",
        "SELECT \"a;b\" FROM (SELECT 1 AS \"a;b\") t; ROLLBACK; CREATE TABLE x()",
        "SELECT 1 AS \"\"\";\"; ROLLBACK; CREATE TABLE x()",
        "SELECT B'1;', X'1F'; ROLLBACK; CREATE TABLE x()",
        "SELECT $1; ROLLBACK; CREATE TABLE x()",
        "SELECT $1::int AS a; DEALLOCATE ALL; ROLLBACK; CREATE TABLE x()",
        "SELECT 1) ; ROLLBACK; CREATE TABLE x() --",
        "SELECT 1 INTO x",
        "CREATE TABLE x AS SELECT 1",
        "COPY (SELECT 1) TO PROGRAM 'true'; CREATE TABLE x()",
        "COPY (SELECT 1; CREATE TABLE x()) TO STDOUT",
        "COPY (SELECT evil()) TO STDOUT",
        "COPY (INSERT INTO orders VALUES (0) RETURNING 1) TO STDOUT",
        "EXPLAIN ANALYZE SELECT evil()",
        "EXPLAIN (ANALYZE) CREATE TABLE x AS SELECT 1",
        "DO $$ BEGIN PERFORM evil(); END $$",
        "CALL evil()",
        "PREPARE rgpolicy_statement AS SELECT evil()",
        "EXECUTE rgpolicy_statement",
        "SET search_path = public",
        "SET ROLE app",
        "SELECT evil()",
        "SELECT EVIL()",
        "SELECT \"evil\"()",
        "SELECT \"Evil Name\"()",
        "SELECT public.evil()",
        "SELECT public /* */ . /* */ evil /* ( */ ( )",
        "SELECT hostile.public.evil()",
        "SELECT \"public\".\"evil\"()",
        "SELECT U&\"\\0065vil\"()",
        "SELECT U&\"!0065vil\" UESCAPE '!' ()",
        "SELECT 1 FROM orders WHERE id = evil()",
        "SELECT 1 FROM evil()",
        "SELECT 1 FROM ROWS FROM (evil()) r",
        "SELECT 1 FROM orders ORDER BY evil()",
        "SELECT (SELECT evil())",
        "WITH q AS (SELECT evil() AS e) SELECT * FROM q",
        "VALUES (evil())",
        "SELECT 1 FROM orders LIMIT evil()",
        "SELECT evil_text($1)",
        "SELECT evil() WHERE $1 = 1",
        "SELECT lower(1)",
        "SELECT LOWER(id) FROM orders",
        "SELECT o.total FROM orders o",
        "SELECT (o).total FROM orders o",
        "SELECT (ROW(1, 'a', 2)::orders).total",
        "SELECT 1 WHERE 1 @@@ 2",
        "SELECT 1 WHERE 1 OPERATOR(public.@@@) 2",
        "SELECT 1::wrapped",
        "SELECT CAST(1 AS wrapped)",
        "SELECT 'a'::guarded",
        "SELECT guarded 'a'",
        "SELECT CAST('a' AS public.guarded)",
        "SELECT '(1,a)'::guarded_pair",
        "SELECT '{a}'::guarded[]",
        "SELECT $1::guarded",
        "SELECT 1 FROM paired WHERE p = '(1,a)'",
        "SELECT * FROM evil_view",
        "SELECT * FROM outer_view",
        "SELECT * FROM \"evil_view\"",
        "TABLE evil_view",
        "COPY evil_view TO STDOUT",
        "COPY public.outer_view (id) TO STDOUT",
        "SELECT * FROM xml_view",
        "SELECT 1 FROM orders WHERE note = table_to_xml('evil_view', true, true, '')::text",
        "SELECT pg_catalog.\"table_to_xml\"('evil_view'::regclass, true, true, '')",
        "SELECT query_to_xml('SELECT evil()', true, true, '')",
        "SELECT * FROM guarded_rows WHERE id = 1",
        "SELECT * FROM indexed WHERE id = 1",
        "SELECT * FROM partly_indexed WHERE id = 1",
        "SELECT * FROM checked WHERE id = 1",
        "SELECT * FROM measured WHERE id = 1",
        "SELECT * FROM ranged WHERE r && '[1,2]'",
        "SELECT '[1,2]'::evil_range",
        "SELECT * FROM plain_parent WHERE id = 1",
    };

    /// <summary>Harmless to plan; each would do harm if it were run instead.</summary>
    public static TheoryData<string> OnlyHarmfulWhenRun { get; } = new()
    {
        "SELECT pg_advisory_lock(42)",
        "SELECT pg_sleep(30)",
        "SELECT 1 FROM pg_sleep(30)",
        "SELECT set_config('search_path', 'public', false)",
        "SELECT set_config('default_transaction_read_only', 'off', false)",
        "SELECT pg_catalog.pg_terminate_backend(pg_backend_pid())",
        "SELECT E'\\'; ROLLBACK; CREATE TABLE x(); --'",
        "SELECT 1 /* ; ROLLBACK; CREATE TABLE x() */",
        "SELECT 1 -- ; ROLLBACK; CREATE TABLE x()",
        "SELECT $$; ROLLBACK; CREATE TABLE x()$$;",
        "SELECT U&'\\003B ROLLBACK'",
        "SELECT * FROM orders WHERE id = $1",
        "SELECT * FROM orders WHERE id = $2 AND note = $1 LIMIT $3",
    };

    [Theory]
    [MemberData(nameof(Hostile))]
    public async Task Explain_HostileText_IsRefusedAndNothingRuns(string text)
    {
        await using var probe = await ProbeAsync();

        var answer = await probe.AnswerAsync(text);

        Assert.False(answer.Facts?.Source == "re-explain", "it was planned");
        Assert.DoesNotContain(HostileDatabase.Evidence, answer.Facts?.Source ?? "", StringComparison.Ordinal);
        Assert.Equal("", await probe.LeftoversAsync());
    }

    [Theory]
    [MemberData(nameof(Hostile))]
    public async Task Explain_HostileTextPastTheRouter_StillDoesNotRun(string text)
    {
        await using var probe = await ProbeAsync();

        var answer = await probe.ExplainAsync(text);

        Assert.DoesNotContain(HostileDatabase.Evidence, answer.Facts?.Source ?? "", StringComparison.Ordinal);
        Assert.Equal("", await probe.LeftoversAsync());
    }

    [Theory]
    [MemberData(nameof(OnlyHarmfulWhenRun))]
    public async Task Explain_TextThatOnlyHarmsWhenRun_IsPlannedAndNotRun(string text)
    {
        await using var probe = await ProbeAsync();

        var answer = await probe.AnswerAsync(text);

        Assert.Equal((PlanState.Known, "re-explain"), (answer.Facts!.State, answer.Facts.Source));
        Assert.Equal("", await probe.LeftoversAsync());
    }

    [Theory]
    [InlineData("SELECT evil()")]
    [InlineData("SELECT lower(1)")]
    [InlineData("SELECT 1 WHERE 1 @@@ 2")]
    [InlineData("SELECT 1::wrapped")]
    [InlineData("SELECT '(1,a)'::guarded_pair")]
    [InlineData("SELECT * FROM evil_view")]
    public async Task Explain_TrapsInATrustedSchema_WouldRun(string text)
    {
        // Shows that the traps work: without the check, planning steps into them.
        await using var probe = await ProbeAsync("public");

        var answer = await probe.AnswerAsync(text);

        Assert.Contains(HostileDatabase.Evidence, answer.Facts!.Source, StringComparison.Ordinal);
        Assert.Equal("", await probe.LeftoversAsync());
    }

    [Theory]
    [InlineData("SELECT 1 WHERE 1 = 'a'::text")]
    [InlineData("SELECT CASE 1 WHEN 'a'::text THEN 1 END")]
    [InlineData("SELECT 1 IN ('a'::text)")]
    [InlineData("SELECT 1 OPERATOR(public.=) 'a'")]
    [InlineData("SELECT NULLIF(1, 'a'::text)")]
    public async Task Explain_EqualityThatIsATrap_IsRefusedAndWouldRunOtherwise(string text)
    {
        await server.NeedHostileDatabaseAsync();
        await using var careful = new ExplainProbe(server.Connection(), HostileDatabase.OtherName, 150000);
        await using var careless = new ExplainProbe(server.Connection(), HostileDatabase.OtherName, 150000, "public");

        Assert.Contains("operator =", (await careful.AnswerAsync(text)).Facts!.Source, StringComparison.Ordinal);
        Assert.Contains(HostileDatabase.Evidence, (await careless.AnswerAsync(text)).Facts!.Source, StringComparison.Ordinal);
    }

    [Fact]
    public async Task BatchCommand_TwoStatements_IsRefusedByTheDriver()
    {
        await using var connection = await server.Cluster.OpenAsync(HostileDatabase.Name, PostgresServer.Observer);
        await using var batch = new NpgsqlBatch(connection) { BatchCommands = { new("EXPLAIN SELECT 1; ROLLBACK; CREATE TABLE x()") } };

        await Assert.ThrowsAsync<NotSupportedException>(() => batch.ExecuteNonQueryAsync());
    }

    [Fact]
    public async Task BatchCommand_TwoStatementsThatTheDriverDoesNotRead_IsRefusedByTheServer()
    {
        await using var connection = await server.Cluster.OpenAsync(HostileDatabase.Name, PostgresServer.Observer);
        var command = new NpgsqlBatchCommand("EXPLAIN SELECT $1; ROLLBACK; CREATE TABLE x()")
        {
            Parameters = { new NpgsqlParameter<int> { TypedValue = 1 } },
        };
        await using var batch = new NpgsqlBatch(connection) { BatchCommands = { command } };

        var refusal = await Assert.ThrowsAsync<PostgresException>(() => batch.ExecuteNonQueryAsync());

        Assert.Equal(PostgresErrorCodes.SyntaxError, refusal.SqlState);
    }

    private async Task<ExplainProbe> ProbeAsync(params string[] trusted)
    {
        await server.NeedHostileDatabaseAsync();
        return new ExplainProbe(server.Connection(), HostileDatabase.Name, 150000, trusted);
    }
}
