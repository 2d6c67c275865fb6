using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.MySql.Configure;
using RgPolicy.Dbms.MySql.Doctor;
using RgPolicy.Dbms.MySql.Live;
using RgPolicy.Dbms.Tests.MySql.Configure;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Testing.MySql;

namespace RgPolicy.Dbms.Tests.MySql.Recorded;

/// <summary>The whole of MySQL's branch over its protocol, with composed answers
/// (<see cref="ComposedMySql"/>).</summary>
public sealed class ComposedMySqlTests
{
    private const string StillRuns = "SELECT COUNT(*) FROM performance_schema.threads AS t JOIN";

    public static TheoryData<string> Versions => ["8.0.45", "8.4.8", "9.7.4", "26.10.0"];

    private static CancellationToken None => CancellationToken.None;

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Poll_RunningStatement_TellsWhoRunsWhat(string version)
    {
        await using var server = new ComposedMySql(version);
        await using var observer = await server.ObserveAsync();

        var query = await PolledAsync(observer, each => each.Plan.Profile is not null && each.History is not null);

        Assert.Equal(("mysql", version), (observer.Server.Kind, observer.Server.Version));
        Assert.Equal(("app", "webshop", "shop"), (query.Session.Login, query.Session.App, query.Session.Database));
        Assert.Equal("sellers", Assert.Single(query.Session.Groups!.Value));
        Assert.False(query.Session.IsSuperuser);
        Assert.Equal((StatementKind.Select, ComposedMySql.Text), (query.Statement!.Kind, query.Statement.Text));
        Assert.Equal((PlanShape.Scan, LiveJudge.Source), (query.Plan.Profile!.Shape, query.Plan.Source));
        Assert.Equal(ComposedMySql.Digest, query.Statement.Digest);
        Assert.Equal(
            (12, 2, 3),
            (query.History!.Executions, query.History.MeanElapsed?.Seconds, query.History.P95Elapsed?.Seconds)
        );
        Assert.Equal(0.5, query.History.MeanCpu?.TotalSeconds);
        Assert.Empty(server.Unknown);
        Assert.DoesNotContain(server.Statements, sql => sql.Contains(".PROCESSLIST ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Poll_StatementOfTheServersOwn_IsNeitherListedNorAskedForTwice()
    {
        await using var server = new ComposedMySql("8.4.8");
        var applier = ComposedMySql.Running(43, 8, "INSERT INTO orders VALUES (1)");
        applier[^2] = 0L;
        server.Sessions = [.. server.Sessions, applier];
        await using var observer = await server.ObserveAsync();

        var seen = await observer.PollAsync(findBlocking: false, None);

        Assert.Equal(ComposedMySql.Session, Assert.Single(seen.Queries).ProcessId);
        Assert.Single(server.Statements, sql => sql.Contains("t.PROCESSLIST_USER", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("Sleep")]
    [InlineData("Binlog Dump")]
    [InlineData("Daemon")]
    public async Task Poll_SessionThatRunsNoStatement_IsNotListed(string command)
    {
        await using var server = new ComposedMySql("8.4.8");
        var other = ComposedMySql.Running(43, 8, "SELECT 1");
        other[4] = command;
        server.Sessions = [.. server.Sessions, other];
        await using var observer = await server.ObserveAsync();

        var seen = await observer.PollAsync(findBlocking: false, None);

        Assert.Equal(ComposedMySql.Session, Assert.Single(seen.Queries).ProcessId);
    }

    [Fact]
    public async Task Poll_StatementWithinAnother_IsTheInnermostSinceTheOutermostBegan()
    {
        await using var server = new ComposedMySql("9.7.4");
        var call = ComposedMySql.Running(42, 7, "SELECT COUNT(*) FROM orders");
        var inner = ComposedMySql.Running(42, 9, "SELECT COUNT(*) FROM orders");
        (inner[3], inner[^1]) = (20_000L, null);
        server.Sessions = [call, inner];
        await using var observer = await server.ObserveAsync();

        var query = await PolledAsync(observer, _ => true);
        const string Next = "UPDATE orders SET note = 'z'";
        server.Sessions = [ComposedMySql.Running(42, 7, Next), ComposedMySql.Running(42, 11, Next)];
        var next = await PolledAsync(observer, each => each.Statement!.Kind == StatementKind.Update);

        Assert.Null(query.Statement!.Digest);
        Assert.Equal(query.ProcessId, next.ProcessId);
        Assert.Single((await observer.PollAsync(findBlocking: false, None)).Queries);
    }

    [Fact]
    public async Task Poll_SizesOfTablesAreRefused_GoesOnWithoutThem()
    {
        await using var server = new ComposedMySql("9.7.4");
        server.Instead["SELECT database_name, table_name"] = MySqlAnswer.Refused(1142, "SELECT command denied");
        await using var observer = await server.ObserveAsync();

        var query = await PolledAsync(observer, each => each.Plan.Profile is not null);

        Assert.Equal(PlanShape.Scan, query.Plan.Profile!.Shape);
        Assert.Single(server.Statements, sql => sql.StartsWith("SELECT database_name", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Poll_StatementsAreNotCounted_SaysWhyThereIsNoShape()
    {
        await using var server = new ComposedMySql("9.7.4");
        server.Instead["SELECT ENABLED FROM performance_schema.setup_consumers"] = MySqlAnswer.Value("NO");
        await using var observer = await server.ObserveAsync();

        var query = await PolledAsync(observer, each => each.Plan.State == PlanState.Absent);

        Assert.Contains("events_statements_current", query.Plan.Source, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Poll_WaitsForRowsAndTables_AreTold()
    {
        await using var server = new ComposedMySql("8.4.8");
        server.Sessions =
        [
            ComposedMySql.Running(42, 7, "UPDATE orders SET note = 'y'"),
            ComposedMySql.Running(43, 8, "UPDATE orders SET note = 'z'"),
            ComposedMySql.Running(44, 9, "ALTER TABLE orders ADD c INT", "Waiting for table metadata lock"),
        ];
        server.Instead["SELECT trx_mysql_thread_id"] = MySqlAnswer.Of(
            6,
            [42L, 900UL, 3_000_000L, 0L, 20_000L, 1L],
            [43L, 901UL, 2_000_000L, 1L, 0L, 1L]
        );
        server.Instead["SELECT r.trx_mysql_thread_id"] = MySqlAnswer.Of(2, [43L, 42L]);
        server.Instead["SELECT DISTINCT r.PROCESSLIST_ID"] = MySqlAnswer.Of(3, [44L, 42L, 0L]);
        await using var observer = await server.ObserveAsync();

        var seen = await UntilAsync(observer, seen => seen.LockWaits?.Length == 2);

        Assert.Equal([(43, 42), (44, 42)], seen.LockWaits!.Value.Select(wait => (wait.Waiter, wait.Blocker)).Order());
        Assert.True(seen.Queries.Single(query => query.ProcessId == 42).HasWritten);
        Assert.True(seen.Queries.Single(query => query.ProcessId == 43).WaitsForLock);
    }

    // Error 3854: a statement with an emoji runs in one of the transactions.
    [Fact]
    public async Task Poll_TransactionsAreRefused_KeepsStatementsAndTakesWhoMayHaveWrittenForOneThatHas()
    {
        await using var server = new ComposedMySql("9.7.4");
        server.Sessions =
        [
            ComposedMySql.Running(42, 7, "SELECT COUNT(*) FROM orders"),
            ComposedMySql.Running(43, 8, "UPDATE orders SET note = 'z'"),
            ComposedMySql.Running(44, 9, "UPDATE orders SET note = 'y'"),
        ];
        server.Instead["SELECT trx_mysql_thread_id"] = MySqlAnswer.Refused(3854, "Cannot convert string");
        server.Instead["SELECT COUNT(*) FROM information_schema.INNODB_TRX"] = MySqlAnswer.Refused(3854, "as above");
        server.Instead["SELECT t.PROCESSLIST_ID FROM"] = MySqlAnswer.Of(1, [43L]);
        server.Instead["SELECT DISTINCT r.PROCESSLIST_ID, b.PROCESSLIST_ID FROM performance_schema.data_lock_waits"] =
            MySqlAnswer.Of(2, [44L, 43L]);
        await using var observer = await server.ObserveAsync();

        var seen = await UntilAsync(observer, seen => seen.LockWaits?.Length == 1);

        Assert.Equal([(44, 43)], seen.LockWaits!.Value.Select(wait => (wait.Waiter, wait.Blocker)));
        Assert.Equal(
            [(42, false, false), (43, true, false), (44, false, true)],
            seen.Queries.Select(query => (query.ProcessId, query.HasWritten, query.WaitsForLock)).Order()
        );
    }

    [Fact]
    public async Task Cancel_StatementThatRuns_IsLookedAtOnceMoreAndKilled()
    {
        await using var server = new ComposedMySql("8.4.8");
        await using var observer = await server.ObserveAsync();
        var query = await PolledAsync(observer, _ => true);

        Assert.Null(await observer.CancelAsync(query, None));
        Assert.Contains(server.Statements, sql => sql == "KILL QUERY 42");

        server.Instead[StillRuns] = MySqlAnswer.Value(0L);
        Assert.Equal("the query has ended", await observer.CancelAsync(query, None));
        Assert.Single(server.Statements, sql => sql == "KILL QUERY 42");
    }

    [Fact]
    public async Task Cancel_WithoutTheRight_SaysWhichOne()
    {
        await using var server = new ComposedMySql("8.4.8");
        server.Instead["KILL QUERY"] = MySqlAnswer.Refused(1095, "You are not owner of thread 42");
        await using var observer = await server.ObserveAsync();
        var query = await PolledAsync(observer, _ => true);

        Assert.Contains("CONNECTION_ADMIN", await observer.CancelAsync(query, None), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("SELECT COUNT(*) FROM information_schema.INNODB_TRX", 1227, "GRANT PROCESS")]
    [InlineData("SELECT ENABLED FROM performance_schema", 1142, "GRANT SELECT ON performance_schema")]
    public async Task Connect_WithoutARight_SaysWhatToGrant(string statement, int error, string grant)
    {
        await using var server = new ComposedMySql("8.4.8");
        server.Instead[statement] = MySqlAnswer.Refused(error, "denied");

        var refused = await Assert.ThrowsAsync<ObserveException>(server.ObserveAsync);

        Assert.Contains(grant, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connect_AdministratorsUnknown_GovernsNobody()
    {
        await using var server = new ComposedMySql("8.4.8");
        server.Instead["WITH RECURSIVE s (u)"] = MySqlAnswer.Refused(1142, "SELECT command denied");
        await using var observer = await server.ObserveAsync();

        Assert.NotNull((await PolledAsync(observer, _ => true)).Exemption);
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Check_OfTheSetUp_FindsNothingMissing(string version)
    {
        await using var server = new ComposedMySql(version);

        var findings = await MySqlDoctor.CheckAsync(server.Connection, None);

        Assert.DoesNotContain(findings, each => each.State == DoctorState.Missing);
        Assert.Equal(DoctorState.Ok, findings.Single(each => each.Id == "my.plans").State);
        Assert.Contains(
            "caching_sha2_password",
            findings.Single(each => each.Id == "my.authentication").Message,
            StringComparison.Ordinal
        );
        Assert.Contains("10000", findings.Single(each => each.Id == "my.history").Message, StringComparison.Ordinal);
        Assert.Empty(server.Unknown);
    }

    [Fact]
    public async Task Apply_Limits_AreThoseOfConnectionsOnly()
    {
        await using var server = new ComposedMySql("8.4.8");
        var journals = Directory.CreateTempSubdirectory("rgp-mysql-");
        try
        {
            await using var configurator = await MySqlConfigurator.ConnectAsync(
                server.Connection,
                TargetProfile.Generic,
                journals.FullName,
                None
            );
            var plan = await LimitedMariaDb.PlanAsync(
                configurator,
                """
                language 1
                pool fast { cpu weight 1000 }
                pool slow { cpu weight 50 concurrency 4 }
                class reports -> slow when session.login like 'rep_%'
                default -> fast
                rule long on class reports { when request.elapsed > 10 min then cancel }
                """
            );

            Assert.Equal("ALTER USER 'rep_day'@'10.%' WITH MAX_USER_CONNECTIONS 4;", Assert.Single(plan.Steps).Sql);
            Assert.Empty(server.Unknown);
        }
        finally
        {
            journals.Delete(recursive: true);
        }
    }

    private static Task<ObservedQuery> PolledAsync(MySqlObserver observer, Predicate<ObservedQuery> wanted) =>
        ObservedMariaDb.UntilAsync(observer, seen => seen.Queries.FirstOrDefault(each => wanted(each)));

    private static Task<Observation> UntilAsync(MySqlObserver observer, Predicate<Observation> wanted) =>
        ObservedMariaDb.UntilAsync(observer, seen => wanted(seen) ? seen : null);
}
