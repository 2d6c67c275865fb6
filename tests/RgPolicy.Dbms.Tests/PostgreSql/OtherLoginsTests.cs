using Npgsql;
using RgPolicy.Plans;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>What one login, or one batch, runs does not decide what another statement of the same query id is taken
/// for.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class OtherLoginsTests(PostgresVersionsFixture servers)
{
    private const string Database = "other_logins";
    private const string Hostile = "hostile_login";
    private const string Batch = "REINDEX TABLE aside; INSERT INTO late VALUES (1); COMMIT";

    // A COMMIT lasts as long as the trigger sleeps.
    private const string Tables = $"""
        DROP ROLE IF EXISTS {Hostile}, payroll_reader; CREATE ROLE {Hostile} LOGIN; CREATE ROLE payroll_reader;
        CREATE TABLE orders AS SELECT i AS id FROM generate_series(1, 300000) i;
        CREATE INDEX ON orders (id);
        ANALYZE orders;
        GRANT SELECT ON orders TO app, {Hostile}, rgpolicy;
        CREATE TABLE late (id int);
        CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER sleeps AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sleep();
        CREATE TABLE aside (id int);
        ALTER TABLE late OWNER TO app;
        ALTER TABLE aside OWNER TO app;
        CREATE TABLE payroll AS SELECT i AS id, i AS salary FROM generate_series(1, 300000) i;
        ANALYZE payroll;
        GRANT SELECT ON payroll TO rgpolicy, payroll_reader;
        GRANT CREATE ON DATABASE {Database} TO {Hostile};
        """;

    [Theory]
    [OnPostgres(14), OnPostgres(18)]
    public async Task PollAsync_CommitThatABatchEndedWithBefore_IsTransactionControl(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);

        await using var batch = await SimpleText.StartAsync(cluster, Database, "app", Batch);
        var first = await PostgresServer.UntilAsync(observer, batch.ProcessId, q => q.Statement is not null);
        var connection = await OpenAsync(cluster, "app");
        await ExecuteAsync(connection, "BEGIN; INSERT INTO late VALUES (1)");
        await using var commit = await RunningStatement.StartAsync(connection, "COMMIT");
        var second = await PostgresServer.UntilAsync(observer, commit.ProcessId, q => q.Statement is not null);

        Assert.Equal((Batch, StatementKind.IndexBuild), (first.Statement!.Text, first.Statement.Kind));
        Assert.Equal(
            ("COMMIT", StatementKind.Utility, true, first.Statement.Fingerprint),
            (
                second.Statement!.Text,
                second.Statement.Kind,
                second.Statement.IsTransactionControl,
                second.Statement.Fingerprint
            )
        );
    }

    [Theory]
    [OnPostgres(14), OnPostgres(18)]
    public async Task PollAsync_SameStatementOfAnotherLogin_IsJudgedByItsOwnConstants(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);

        await using var wide = await RunningStatement.StartAsync(await OpenAsync(cluster, Hostile), Above(1));
        var scan = await PostgresServer.UntilAsync(observer, wide.ProcessId, q => q.Plan.State == PlanState.Known);
        await using var narrow = await RunningStatement.StartAsync(await OpenAsync(cluster, "app"), Above(299_999));
        var look = await PostgresServer.UntilAsync(observer, narrow.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.Equal(scan.Statement!.Fingerprint, look.Statement!.Fingerprint);
        Assert.Equal((PlanShape.Scan, PlanShape.Oltp), (scan.Plan.Profile!.Shape, look.Plan.Profile!.Shape));
        Assert.Equal(Above(299_999), look.Statement.Text);
    }

    /// <summary>The name means a table that nobody else sees yet, and RgPolicy sees another: how the statement is
    /// governed would tell what the statistics of that say.</summary>
    [Theory]
    [OnPostgres(14), OnPostgres(18)]
    public async Task PollAsync_NameOfATableThatItsLoginMayNotRead_IsNotPlanned(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        var connection = await OpenAsync(cluster, Hostile);
        await ExecuteAsync(connection, "BEGIN; CREATE TABLE pg_temp.payroll AS SELECT 1 AS salary");

        await using var running = await RunningStatement.StartAsync(connection, AboutPayroll);
        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );

        Assert.Equal(PlanState.Absent, query.Plan.State);
        Assert.Contains("its login may not read payroll", query.Plan.Source, StringComparison.Ordinal);
    }

    [Theory]
    [OnPostgres(14), OnPostgres(18)]
    public async Task PollAsync_ColumnThatItsLoginMayNotRead_IsNotPlannedAndAnotherColumnIs(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        await cluster.ExecuteAsync($"GRANT SELECT (id) ON payroll TO {Hostile}", Database);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        var connection = await OpenAsync(cluster, Hostile);
        await ExecuteAsync(connection, "BEGIN; CREATE TABLE pg_temp.payroll AS SELECT 1 AS id, 1 AS salary");

        await using var hidden = await RunningStatement.StartAsync(connection, AboutPayroll);
        var none = await PostgresServer.UntilAsync(observer, hidden.ProcessId, q => q.Plan.State == PlanState.Absent);
        await using var open = await RunningStatement.StartAsync(
            await OpenAsync(cluster, Hostile),
            AboutPayroll.Replace("salary", "id", StringComparison.Ordinal)
        );
        await PostgresServer.UntilAsync(observer, open.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.Contains("its login may not read payroll", none.Plan.Source, StringComparison.Ordinal);
    }

    [Theory]
    [OnPostgres(14), OnPostgres(18)]
    public async Task PollAsync_TableThatARoleOfTheLoginsMayRead_IsPlanned(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        await cluster.ExecuteAsync($"ALTER ROLE {Hostile} NOINHERIT; GRANT payroll_reader TO {Hostile}");
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        var connection = await OpenAsync(cluster, Hostile);
        await ExecuteAsync(connection, "SET ROLE payroll_reader");

        await using var running = await RunningStatement.StartAsync(connection, AboutPayroll);
        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.Equal("re-explain", query.Plan.Source);
    }

    private const string AboutPayroll = "SELECT count(*), pg_sleep(60) FROM payroll WHERE salary < 1500";

    private static string Above(int id) => $"SELECT count(*), pg_sleep(60) FROM orders WHERE id > {id}";

    private static Task<NpgsqlConnection> OpenAsync(PostgresCluster cluster, string login) =>
        cluster.OpenAsync(Database, login);

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }
}
