using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Plans;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>Statements that are planned by the login that sent them, or by a role that may see nothing of
/// others.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class PlanRoleTests(PostgresVersionsFixture servers)
{
    private const string Query = "SELECT count(*), pg_sleep(60) FROM kept WHERE n > 5";

    // What the tables' owner has put behind them notes as whom it runs.
    private const string Setup = """
        CREATE SCHEMA AUTHORIZATION keeper;
        CREATE SCHEMA AUTHORIZATION stranger;
        SET ROLE keeper;
        CREATE TABLE keeper.kept AS SELECT i AS n FROM generate_series(1, 20000) i;
        RESET ROLE; SET ROLE stranger;
        CREATE TABLE stranger.lure AS SELECT i AS n FROM generate_series(1, 20000) i;
        GRANT USAGE ON SCHEMA stranger TO keeper; GRANT SELECT ON stranger.lure TO keeper;
        RESET ROLE; ANALYZE keeper.kept; ANALYZE stranger.lure;
        """;

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task PollAsync_LoginOwnsItsTables_HasAPlanWhereItIsPlannedAsThatLogin(int version)
    {
        var cluster = await PrepareAsync(version);
        await using var running = await RunAsync(cluster, "keeper", Query);

        Assert.Equal(PlanState.Absent, (await SettledAsync(cluster, running, o => o)).Plan.State);

        var plan = (await SettledAsync(cluster, running, AsLogin)).Plan;
        Assert.Equal(("re-explain", PlanShape.Scan), (plan.Source, plan.Profile?.Shape));
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_TableOfAnotherLogin_HasNoPlanAsTheLoginThatReadsIt(int version)
    {
        var cluster = await PrepareAsync(version);
        await using var running = await RunAsync(
            cluster,
            "keeper",
            Query.Replace("kept", "stranger.lure", StringComparison.Ordinal)
        );

        var plan = (await SettledAsync(cluster, running, AsLogin)).Plan;

        Assert.Equal(PlanState.Absent, plan.State);
        Assert.Contains("belongs to role stranger", plan.Source, StringComparison.Ordinal);
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_LoginIsClosedToRgPolicyOrASuperuser_IsPlannedByItsRoleAndSaid(int version)
    {
        var cluster = await PrepareAsync(version);
        await cluster.ExecuteAsync("GRANT SELECT ON orders TO rgpolicy, shut, mighty", PostgresVersionsFixture.Shop);
        foreach (var login in new[] { "shut", "mighty" })
        {
            await using var running = await RunAsync(
                cluster,
                login,
                "SELECT count(*), pg_sleep(60) FROM orders WHERE customer > 5"
            );
            if (login == "shut")
                await cluster.ExecuteAsync("ALTER ROLE shut CONNECTION LIMIT 0");
            await using var observer = await ObserverAsync(cluster, o => AsLogin(o) with { TrustedRoles = ["app"] });

            var query = await PostgresServer.UntilAsync(
                observer,
                running.ProcessId,
                q => q.Plan.Source == "re-explain"
            );
            await observer.PollAsync(findBlocking: false, CancellationToken.None);

            Assert.Equal(PlanShape.Scan, query.Plan.Profile?.Shape);
            Assert.Contains(observer.Notes, n => n.Contains($"in as {login}", StringComparison.Ordinal));
        }
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_RoleThatPlansSeesNothingOfOthers_PlansAlsoWhatOnlyLocksTell(int version)
    {
        var cluster = await PrepareAsync(version);
        await cluster.ExecuteAsync(
            """
            CREATE TABLE public.kept (n int); GRANT SELECT ON public.kept TO PUBLIC;
            GRANT USAGE ON SCHEMA keeper TO planner; GRANT SELECT ON keeper.kept TO planner;
            """,
            "planroles"
        );
        await using var running = await RunAsync(cluster, "keeper", Query);

        var query = await SettledAsync(
            cluster,
            running,
            o => o with { PlanUser = "planner", TrustedRoles = ["keeper"] }
        );

        Assert.Equal(("re-explain", PlanShape.Scan), (query.Plan.Source, query.Plan.Profile?.Shape));
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_RoleThatPlansIsASuperuser_PlansNothing(int version)
    {
        var cluster = await PrepareAsync(version);
        await using var running = await RunAsync(cluster, "keeper", Query);
        await using var observer = await ObserverAsync(
            cluster,
            o => o with { PlanUser = "mighty", TrustedRoles = ["keeper"] }
        );

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.Source.Contains("mighty is a superuser", StringComparison.Ordinal)
        );

        Assert.NotEqual(PlanState.Known, query.Plan.State);
    }

    [Theory]
    [OnPostgres(18)]
    public async Task PlannerAsync_LoginIsOpenAgain_IsSaidNoMore(int version)
    {
        var cluster = await PrepareAsync(version);
        await cluster.ExecuteAsync("ALTER ROLE shut CONNECTION LIMIT 0");
        var time = new MovedClock();
        await using var sessions = new ExplainSessions(
            AsLogin(Options(cluster)),
            Dbms.PostgreSql.Connect.PostgresBackends.Own(isLocal: true),
            [],
            time
        );

        Assert.Null((await sessions.PlannerAsync("planroles", "shut", CancellationToken.None)).Login);
        Assert.Single(sessions.Closed.Notes);
        await cluster.ExecuteAsync("ALTER ROLE shut CONNECTION LIMIT -1");
        time.Move(TimeSpan.FromMinutes(11));
        Assert.Equal("shut", (await sessions.PlannerAsync("planroles", "shut", CancellationToken.None)).Login);
        Assert.Empty(sessions.Closed.Notes);
    }

    /// <summary>The lines of docs/howto/postgresql.md let RgPolicy in as the logins of one role, and as no other.</summary>
    [Theory]
    [OnPostgres(14)]
    [OnPostgres(16)]
    [OnPostgres(18)]
    public async Task PollAsync_LoginIsMappedByPeer_IsPlannedAsItself(int version)
    {
        await using var fleet = new PostgresFleet(_ => new PostgresClusterOptions());
        var cluster = await fleet.GetAsync(version);
        await cluster.ExecuteAsync(PostgresSetup.Sql());
        await PrepareRolesAsync(cluster);
        await cluster.ExecuteAsync("CREATE ROLE rgpolicy_planned NOLOGIN; GRANT rgpolicy_planned TO keeper, stranger");
        await cluster.ExecuteAsync("CREATE DATABASE planroles");
        await cluster.ExecuteAsync(Setup, "planroles");
        await using var running = await RunAsync(cluster, "keeper", Query);
        await using var other = await RunAsync(cluster, "stranger", "SELECT count(*), pg_sleep(60) FROM stranger.lure");
        await using var superuser = await cluster.OpenAsync();
        var (access, map) = (
            Path.Join(cluster.DataDirectory, "pg_hba.conf"),
            Path.Join(cluster.DataDirectory, "pg_ident.conf")
        );
        await File.WriteAllTextAsync(
            access,
            "local all +rgpolicy_planned peer map=rgpolicy\n" + await File.ReadAllTextAsync(access)
        );
        await File.WriteAllTextAsync(map, $"rgpolicy {Environment.UserName} keeper\nrgpolicy /^(.*)$ \\1\n");
        await PostgresServer.DoAsync(superuser, "SELECT pg_reload_conf()");

        Assert.Equal("re-explain", (await SettledAsync(cluster, running, AsLogin)).Plan.Source);
        Assert.Equal(PlanState.Absent, (await SettledAsync(cluster, other, AsLogin)).Plan.State);
    }

    /// <summary>Names mean what they mean to the guard, and costs are the server's, whatever a login set for
    /// itself.</summary>
    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PlannerAsync_LoginSetItsSessionsUp_AreRgPolicysSettings(int version)
    {
        var cluster = await PrepareAsync(version);
        (string Name, string Value, string Ours)[] settings =
        [
            ("search_path", "stranger", "pg_catalog,pg_temp"),
            ("statement_timeout", "'1ms'", "0"),
            ("join_collapse_limit", "100", "8"),
            ("role", "stranger", "none"),
            ("standard_conforming_strings", "off", "on"),
            ("default_transaction_isolation", "serializable", "read committed"),
        ];
        foreach (var (name, value, _) in settings)
            await cluster.ExecuteAsync($"ALTER ROLE keeper SET {name} TO {value}");
        try
        {
            await using var sessions = new ExplainSessions(
                AsLogin(Options(cluster)),
                Dbms.PostgreSql.Connect.PostgresBackends.Own(isLocal: true),
                [],
                TimeProvider.System
            );

            var session = await sessions.PlannerAsync("planroles", "keeper", CancellationToken.None);

            Assert.Equal("keeper", session.Login);
            foreach (var (name, _, ours) in settings)
            {
                await using var command = new Npgsql.NpgsqlCommand($"SHOW {name}", session.Connection);
                Assert.Equal((name, ours), (name, (string?)await command.ExecuteScalarAsync()));
            }
        }
        finally
        {
            await cluster.ExecuteAsync("ALTER ROLE keeper RESET ALL");
        }
    }

    private static PostgresConnectionOptions AsLogin(PostgresConnectionOptions options) =>
        options with
        {
            PlansAsLogin = true,
        };

    private static PostgresConnectionOptions Options(PostgresCluster cluster) =>
        PostgresVersionsFixture.Observer(cluster);

    private static Task<PostgresObserver> ObserverAsync(
        PostgresCluster cluster,
        Func<PostgresConnectionOptions, PostgresConnectionOptions> change
    ) =>
        PostgresObserver.ConnectAsync(
            change(Options(cluster)),
            TimeProvider.System,
            new PostgresObserverOptions(),
            CancellationToken.None
        );

    private static async Task<ObservedQuery> SettledAsync(
        PostgresCluster cluster,
        RunningStatement running,
        Func<PostgresConnectionOptions, PostgresConnectionOptions> change
    )
    {
        await using var observer = await ObserverAsync(cluster, change);
        return await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State is PlanState.Known or PlanState.Absent
        );
    }

    private static async Task<RunningStatement> RunAsync(PostgresCluster cluster, string login, string sql) =>
        await RunningStatement.StartAsync(
            await cluster.OpenAsync(
                sql.Contains("orders", StringComparison.Ordinal) ? PostgresVersionsFixture.Shop : "planroles",
                login
            ),
            sql
        );

    private async Task<PostgresCluster> PrepareAsync(int version)
    {
        var cluster = await servers.GetAsync(version);
        await PrepareRolesAsync(cluster);
        await cluster.ExecuteAsync("ALTER ROLE shut CONNECTION LIMIT -1");
        return await servers.WithDatabaseAsync(version, "planroles", Setup);
    }

    private static async Task PrepareRolesAsync(PostgresCluster cluster)
    {
        foreach (var role in new[] { "keeper", "stranger", "planner", "shut", "mighty SUPERUSER" })
        {
            var name = role.Split(' ')[0];
            await cluster.ExecuteAsync(
                FormattableString.Invariant(
                    $"DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{name}') THEN CREATE ROLE {role} LOGIN; END IF; END $$"
                )
            );
        }
    }
}
