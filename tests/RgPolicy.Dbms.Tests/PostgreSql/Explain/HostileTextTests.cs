using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

public sealed class HostileTextTests(PostgresServer server) : IClassFixture<PostgresServer>
{
    [Theory]
    [MemberData(nameof(HostileTexts.Hostile), MemberType = typeof(HostileTexts))]
    public async Task Explain_HostileText_IsRefusedAndNothingRuns(string text)
    {
        var probe = await server.HostileProbeAsync();

        var answer = await probe.AnswerAsync(text);

        Assert.False(answer.Facts?.Source == "re-explain", "it was planned");
        Assert.DoesNotContain(HostileDatabase.Evidence, answer.Facts?.Source ?? "", StringComparison.Ordinal);
        Assert.Equal("", await probe.LeftoversAsync());
    }

    [Theory]
    [MemberData(nameof(HostileTexts.Hostile), MemberType = typeof(HostileTexts))]
    public async Task Explain_HostileTextPastTheRouter_StillDoesNotRun(string text)
    {
        var probe = await server.HostileProbeAsync();

        var answer = await probe.ExplainAsync(text);

        Assert.DoesNotContain(HostileDatabase.Evidence, answer.Facts?.Source ?? "", StringComparison.Ordinal);
        Assert.Equal("", await probe.LeftoversAsync());
    }

    [Theory]
    [MemberData(nameof(HostileTexts.OnlyHarmfulWhenRun), MemberType = typeof(HostileTexts))]
    public async Task Explain_TextThatOnlyHarmsWhenRun_IsPlannedAndNotRun(string text)
    {
        var probe = await server.HostileProbeAsync();

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
        var state = FormattableString.Invariant(
            $"SELECT query_start FROM pg_stat_activity WHERE pid = {deceiver.ProcessID} AND wait_event_type = 'Lock'"
        );
        object? started;
        while ((started = await server.Cluster.ScalarAsync(state)) is null)
            await Task.Delay(50);
        await using var sessions = new ExplainSessions(
            server.Connection(),
            PostgresBackends.Own(isLocal: true),
            [],
            TimeProvider.System
        );
        var session = await sessions.ObserverAsync(HostileDatabase.Name, CancellationToken.None);

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
                [],
                TimeProvider.System
            );
            var session = await sessions.ObserverAsync(HostileDatabase.OtherName, CancellationToken.None);
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
    public async Task BatchCommand_TwoStatements_IsRefusedByTheServer()
    {
        await server.NeedHostileDatabaseAsync();
        await using var connection = await server.Cluster.OpenAsync(HostileDatabase.Name, PostgresServer.Observer);
        await using var batch = new NpgsqlBatch(connection)
        {
            BatchCommands = { new("EXPLAIN SELECT 1; ROLLBACK; CREATE TABLE x()") },
        };

        var refusal = await Assert.ThrowsAsync<PostgresException>(() => batch.ExecuteNonQueryAsync());

        Assert.Equal(PostgresErrorCodes.SyntaxError, refusal.SqlState);
    }

    [Fact]
    public async Task BatchCommand_TwoStatementsWithParameters_IsRefusedByTheServer()
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
}
