using System.Globalization;
using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

[Collection(PostgresServer.Collection)]
public sealed class HostileTextTests(PostgresServer server)
{
    public static TheoryData<string> Hostile { get; } =
        new()
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
            "SELECT * FROM kept.calls",
            "SELECT * FROM calls_deep",
            "SELECT * FROM kept.reads WHERE id = 1",
            "SELECT * FROM kept.compares",
            "SELECT * FROM kept.with_index WHERE id = 1",
            "SELECT * FROM kept.with_predicate WHERE id = 1",
            "SELECT * FROM kept.with_check WHERE id = 1",
            "SELECT * FROM kept.with_statistics WHERE id = 1",
            "SELECT * FROM kept.with_type WHERE p = '(1,a)'",
            "SELECT * FROM kept.with_domain WHERE g = 'x'",
            "SELECT * FROM kept.with_range WHERE r && '[1,2]'",
            "SELECT * FROM kept.with_key WHERE id = 1",
            "SELECT * FROM kept.foreign_child WHERE id = 1",
            "SELECT * FROM kept.given",
            "SELECT * FROM kept.row_security",
            "SELECT * FROM given.ledger",
            "SELECT * FROM ledger",
            "SELECT kept.wraps(1)",
            "SELECT 1 FROM kept.bills WHERE id = kept.wraps_later(1)",
            "SELECT kept.runs('SELECT public.evil()')",
            "SELECT * FROM kept.wrapped",
            "SELECT * FROM kept.checks WHERE t = 'x'",
            "SELECT 1 FROM kept.bills WHERE note = domain_in('x'::cstring, 'public.guarded'::regtype, -1)::text",
            "SELECT 1 FROM kept.bills WHERE note = record_in('(1,a)'::cstring, "
                + "'public.guarded_pair'::regtype, -1)::text",
            "SELECT 1 FROM kept.bills WHERE note = array_in('{a}'::cstring, 'public.guarded'::regtype, -1)::text",
            "SELECT 1 FROM kept.bills WHERE id = pg_input_is_valid('x', 'public.guarded')::int",
            "SELECT 1 FROM kept.bills WHERE id = (SELECT message FROM pg_input_error_info('x', 'public.guarded'))::int",
            "SELECT * FROM kept.bills b, json_to_record('{\"a\":\"x\"}') AS r(a public.guarded)",
            "SELECT * FROM json_to_record('{\"a\":\"x\"}') AS r(\"between\" public.guarded)",
            "SELECT * FROM json_to_record('{}') AS r(between public.guarded, \"values\" int)",
            "SELECT * FROM xmltable('/a' PASSING '<a/>' COLUMNS x public.guarded PATH 'b')",
            "SELECT * FROM xmltable('/a' PASSING '<a/>' COLUMNS between public.guarded PATH 'b')",
            "SELECT jsonb_populate_record(null::public.guarded_pair, '{\"b\":\"x\"}')",
            "SELECT ARRAY['a']::public.guarded[]",
            "SELECT 1 FROM kept.bills WHERE note = ANY ('{a}'::public.guarded[])",
            "SELECT CASE WHEN public.evil() = 1 THEN 1 END",
            "SELECT public.guarded 'a'",
            "SELECT (b).total FROM kept.bills b, public.orders",
            "WITH bills AS (SELECT 1) SELECT * FROM bills, evil_view",
            "WITH evil_view AS (SELECT * FROM evil_view) SELECT * FROM evil_view",
            "SELECT 1 FROM (kept.bills JOIN (evil_view JOIN kept.bills b ON true) ON true)",
            "SELECT 1 AS from, extract(year FROM now()) FROM evil_view",
            "SELECT 1 WHERE 1 IS DISTINCT FROM (SELECT id FROM evil_view)",
            "SELECT ((SELECT id FROM kept.bills LIMIT 1) UNION TABLE evil_view)",
            "SELECT 1 INTO x FROM kept.bills",
            "SELECT 1 FROM kept.bills TABLESAMPLE public.evil(1)",
            "SELECT 1 ORDER BY 1 USING OPERATOR(public.@@@)",
            "SELECT '1' COLLATE public.evil",
            "SELECT 1 FROM hostile.public.evil_view",
            "SELECT hostile.public.evil() FROM kept.bills",
            "SELECT 'a'::hostile.public.guarded",
            "SELECT hostile.public.guarded_pair '(1,a)'",
            "SELECT 1 WHERE 1 OPERATOR(hostile.public.@@@) 2",
            "SELECT t.is distinct FROM public.with_is t WHERE t.is = 1",
            "WITH RECURSIVE q(n) AS (SELECT 1) SEARCH DEPTH FIRST BY n SET search SELECT 1 FROM "
                + "public.with_is t WHERE t.is = 1",
            "WITH RECURSIVE q(n) AS (SELECT 1) CYCLE n SET cycle USING p SELECT 1 FROM public.with_is t WHERE t.is = 1",
            "WITH RECURSIVE q(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM q) SEARCH DEPTH FIRST BY n SET search"
                + " SELECT 1 FROM public.with_is t, q WHERE t.is = 1",
            "WITH RECURSIVE q(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM q) CYCLE n SET cycle USING p SELECT 1 FROM "
                + "public.with_is t WHERE t.is = 1",
            "WITH RECURSIVE q(set, n) AS (SELECT 1, 2 UNION ALL SELECT set, n + 1 FROM q) SEARCH "
                + "DEPTH FIRST BY set, n SET o"
                + " SELECT 1 FROM public.with_is t WHERE t.is = 1",
            "SELECT (WITH RECURSIVE q(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM q) SEARCH DEPTH FIRST BY n SET search"
                + " SELECT 1 FROM public.with_is t WHERE t.is = 1)",
            "SELECT 1 FROM kept.bills WHERE note = fmgr_sql_validator('public.evil_body'::regproc)::text",
            "SELECT 1 FROM kept.bills WHERE note = pg_get_partition_constraintdef('public.keyed_1'::regclass)",
            "SELECT 1 FROM kept.typed_1 WHERE p = '(1,a)'",
            "WITH RECURSIVE a AS (SELECT * FROM bills), bills AS (SELECT 1 AS id) SELECT * FROM a",
            "SELECT public.id FROM kept.bills public",
            "INSERT INTO kept.bills VALUES (public.evil())",
            "WITH x AS (DELETE FROM kept.bills RETURNING public.evil()) SELECT * FROM x",
        };

    /// <summary>Harmless to plan; each would do harm if it were run instead.</summary>
    public static TheoryData<string> OnlyHarmfulWhenRun { get; } =
        new()
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
            "SELECT * FROM kept.bills WHERE id = $1",
            "SELECT * FROM bills WHERE id = $2 AND note = $1 LIMIT $3",
            "SELECT * FROM bills WHERE $1 IS NULL OR id = $2",
            "SELECT $1, $2",
            "SELECT b.id, bills.note, upper(b.note) FROM bills b JOIN bills USING (id) WHERE b.note LIKE 'note%' AND "
                + "bills.id BETWEEN 1 AND 5",
            "WITH q AS (SELECT id FROM bills), bills AS (SELECT 7 AS z) SELECT z FROM bills, q",
            "WITH RECURSIVE q(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM q WHERE n < 9) SELECT * FROM q, bills "
                + "WHERE n = bills.id",
            "WITH RECURSIVE q(n, m) AS (SELECT 1, 2 UNION ALL SELECT n + 1, m FROM q) SEARCH DEPTH FIRST BY n, m SET "
                + "o SELECT * FROM q",
            "SELECT extract(year FROM now()), substring(note FROM 1 FOR 2), trim(both 'x' FROM note) FROM bills "
                + "WHERE note IS NOT DISTINCT FROM 'a'",
            "SELECT * FROM ONLY (bills), LATERAL (SELECT bills.id) x, ROWS FROM (generate_series(1, 2), "
                + "unnest(ARRAY[1, 2])) r",
            "(SELECT id FROM bills) UNION (TABLE parted) ORDER BY 1 LIMIT 5",
            "SELECT * FROM bills_view WHERE id = 1",
            "SELECT * FROM parted WHERE id = 1",
            "SELECT * FROM kept.with_child WHERE id = 1",
            "SELECT relname, n.nspname FROM pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace",
            "SELECT table_name FROM information_schema.tables",
            "SELECT count(*) FILTER (WHERE b.id > 1) OVER (PARTITION BY b.note ORDER BY b.id) FROM "
                + "bills AS b GROUP BY b.id, b.note",
            "SELECT id FROM bills WHERE id = ANY (ARRAY[1, 2]) AND EXISTS (SELECT FROM parted p WHERE p.id = bills.id)",
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
    public async Task Explain_TrapsWithoutTheGuard_WouldRun(string text)
    {
        // Shows that the traps work: without the guard, planning steps into them.
        await server.NeedHostileDatabaseAsync();
        await using var probe = new ExplainProbe(server.Connection(), HostileDatabase.Name, new CarelessGuard());

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
    public async Task Explain_EqualityThatIsATrap_DoesNotRunAndWouldOtherwise(string text)
    {
        await server.NeedHostileDatabaseAsync();
        await using var guarded = new ExplainProbe(server.Connection(), HostileDatabase.OtherName);
        await using var careless = new ExplainProbe(
            server.Connection(),
            HostileDatabase.OtherName,
            new CarelessGuard()
        );

        var careful = (await guarded.AnswerAsync(text)).Facts!;
        Assert.DoesNotContain(HostileDatabase.Evidence, careful.Source, StringComparison.Ordinal);
        Assert.Contains(
            HostileDatabase.Evidence,
            (await careless.AnswerAsync(text)).Facts!.Source,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Locked_WhileTheBackendWaitsForALock_TellsNone()
    {
        // Which of two tables of one name is meant is told by locks, and the lock that is waited for
        // may be that of the other.
        await server.NeedHostileDatabaseAsync();
        await server.Cluster.ExecuteAsync(
            "CREATE SCHEMA small; CREATE SCHEMA wide; CREATE TABLE small.twin (id int); CREATE TABLE "
                + "wide.twin (id int)",
            HostileDatabase.Name
        );
        await using var holder = await server.Cluster.OpenAsync(HostileDatabase.Name);
        await ExecuteAsync(holder, "BEGIN; LOCK TABLE wide.twin");
        await using var deceiver = await server.Cluster.OpenAsync(HostileDatabase.Name);
        await ExecuteAsync(deceiver, "BEGIN; SELECT FROM small.twin");
        await using var running = await RunningStatement.StartAsync(deceiver, "SELECT * FROM wide.twin");
        var state = string.Create(
            CultureInfo.InvariantCulture,
            $"SELECT query_start FROM pg_stat_activity WHERE pid = {deceiver.ProcessID} AND wait_event_type = 'Lock'"
        );
        object? started;
        while ((started = await server.Cluster.ScalarAsync(state)) is null)
            await Task.Delay(50);
        await using var sessions = new ExplainSessions(server.Connection(), PostgresBackends.Own(isLocal: true), []);
        var session = await sessions.GetAsync(HostileDatabase.Name, CancellationToken.None);

        Assert.Empty(
            await session.Guard.LockedAsync(deceiver.ProcessID, (DateTime)started, ["twin"], CancellationToken.None)
        );
    }

    [Fact]
    public async Task GetAsync_OwnerOfTheDatabaseSetItsSessionsUp_AreRgPolicysSettings()
    {
        await server.NeedHostileDatabaseAsync();
        await using var owner = await server.Cluster.OpenAsync(HostileDatabase.OtherName, PostgresServer.Application);
        var wanted = new (string Name, string Value, string Ours)[]
        {
            ("statement_timeout", "'1ms'", "0"),
            ("lock_timeout", "'1ms'", "0"),
            ("idle_session_timeout", "'1ms'", "0"),
            ("role", "pg_read_all_data", "none"),
            ("default_transaction_isolation", "serializable", "read committed"),
            ("default_transaction_deferrable", "on", "off"),
            ("debug_print_plan", "on", "off"),
            ("standard_conforming_strings", "off", "on"),
        };
        foreach (var (name, value, _) in wanted)
            await ExecuteAsync(owner, $"ALTER DATABASE hostile_equality SET {name} TO {value}");
        try
        {
            await using var sessions = new ExplainSessions(
                server.Connection(),
                PostgresBackends.Own(isLocal: true),
                []
            );
            var session = await sessions.GetAsync(HostileDatabase.OtherName, CancellationToken.None);
            foreach (var (name, _, ours) in wanted)
            {
                await using var command = new NpgsqlCommand($"SHOW {name}", session.Connection);
                Assert.Equal((name, ours), (name, (string?)await command.ExecuteScalarAsync()));
            }
        }
        finally
        {
            await server.Cluster.ExecuteAsync("ALTER DATABASE hostile_equality RESET ALL");
        }
    }

    [Fact]
    public async Task BatchCommand_TwoStatements_IsRefusedByTheDriver()
    {
        await server.NeedHostileDatabaseAsync();
        await using var connection = await server.Cluster.OpenAsync(HostileDatabase.Name, PostgresServer.Observer);
        await using var batch = new NpgsqlBatch(connection)
        {
            BatchCommands = { new("EXPLAIN SELECT 1; ROLLBACK; CREATE TABLE x()") },
        };

        await Assert.ThrowsAsync<NotSupportedException>(() => batch.ExecuteNonQueryAsync());
    }

    [Fact]
    public async Task BatchCommand_TwoStatementsThatTheDriverDoesNotRead_IsRefusedByTheServer()
    {
        await server.NeedHostileDatabaseAsync();
        await using var connection = await server.Cluster.OpenAsync(HostileDatabase.Name, PostgresServer.Observer);
        var command = new NpgsqlBatchCommand("EXPLAIN SELECT $1; ROLLBACK; CREATE TABLE x()")
        {
            Parameters = { new NpgsqlParameter<int> { TypedValue = 1 } },
        };
        await using var batch = new NpgsqlBatch(connection) { BatchCommands = { command } };

        var refusal = await Assert.ThrowsAsync<PostgresException>(() => batch.ExecuteNonQueryAsync());

        Assert.Equal(PostgresErrorCodes.SyntaxError, refusal.SqlState);
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    private async Task<ExplainProbe> ProbeAsync()
    {
        await server.NeedHostileDatabaseAsync();
        return new ExplainProbe(server.Connection(), HostileDatabase.Name);
    }
}
