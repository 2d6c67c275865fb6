using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Configure;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Configure;

/// <summary>Settings of roles on a real server: carried out, read back, taken back.</summary>
public sealed class PostgresConfiguratorTests : IAsyncLifetime
{
    private const string Reports =
        "language 1\npool fast { maxdop 0 }\npool slow { maxdop 3  grant 8 MiB }\n"
        + "class reports -> slow when session.login in ('report', 'we\"ird ''role') and session.database != "
        + "'template1'\ndefault -> fast\n";

    private const string Everyone =
        "language 1\npool all { maxdop 1  grant 1 GiB }\npool apps { grant 2 MiB }\nclass ssrs -> apps when "
        + "session.login = 'app' and session.app like 'S%'\ndefault -> all\n";

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-journal-").FullName;
    private PostgresCluster? _cluster;

    // What hash_mem_multiplier is where nothing sets it.
    private static string HashMemory => PostgresVersions.Usual == 14 ? "1" : "2";

    private PostgresCluster Cluster => _cluster ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        _cluster = await PostgresCluster.StartAsync();
        foreach (
            var sql in (string[])
                [
                    "CREATE ROLE report LOGIN",
                    "CREATE ROLE app LOGIN",
                    "CREATE ROLE \"we\"\"ird 'role\" LOGIN",
                    "CREATE ROLE boss LOGIN SUPERUSER",
                    "CREATE ROLE copy LOGIN REPLICATION",
                    "CREATE DATABASE shop",
                    "CREATE DATABASE \"od\"\"d 'db\"",
                    "CREATE DATABASE closed",
                    "REVOKE CONNECT ON DATABASE closed FROM PUBLIC",
                ]
        )
            await Cluster.ExecuteAsync(sql);
    }

    public async Task DisposeAsync()
    {
        await Cluster.DisposeAsync();
        Directory.Delete(_journals, recursive: true);
    }

    [Fact]
    public async Task KeepFacts_Tables_AreThoseThatOneNameMeans()
    {
        await Cluster.ExecuteAsync("CREATE TABLE one (id int PRIMARY KEY)");
        await Cluster.ExecuteAsync("INSERT INTO one SELECT generate_series(1, 10000)");
        await Cluster.ExecuteAsync("ANALYZE one");
        await Cluster.ExecuteAsync("CREATE TABLE two (id int)");
        await Cluster.ExecuteAsync("CREATE SCHEMA other");
        await Cluster.ExecuteAsync("CREATE TABLE other.two (id int)");
        await using var configurator = await ConnectAsync();

        var facts = await configurator.ExportFactsAsync(DateTimeOffset.UnixEpoch, CancellationToken.None);

        var relations = RelationsDocument.Read(System.Text.Encoding.UTF8.GetBytes(facts));
        Assert.NotNull(relations);
        Assert.Equal(2, relations.Count);
        Assert.Equal((10_000, 45), (Math.Round(relations["one"].Rows ?? 0), relations["one"].Pages));
        Assert.Null(relations["one_pkey"].Rows);
        Assert.InRange(relations["one_pkey"].Pages, 20, 60);
    }

    [Fact]
    public async Task Apply_Policy_IsReadBackTwiceChangesNothingAndRollsBack()
    {
        await using var configurator = await ConnectAsync();
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);
        var before = await Settings();

        var plan = await configurator.PlanAsync(configurator.Bind(Reports), false, CancellationToken.None);
        Ended(ChangeStatus.Done, await runner.ApplyAsync(plan, CancellationToken.None));

        Assert.Equal(["2", "8MB", "1"], await SessionAsync("report", "shop"));
        Assert.Equal(["2", "8MB", "1"], await SessionAsync("we\"ird 'role", "od\"d 'db"));
        Assert.Equal(["2", "4MB", HashMemory], await SessionAsync("app", "shop"));
        Assert.DoesNotContain("closed", await Settings(), StringComparison.Ordinal);
        Assert.Empty((await configurator.PlanAsync(configurator.Bind(Reports), false, CancellationToken.None)).Steps);

        Ended(
            ChangeStatus.Done,
            await runner.ApplyAsync(
                await configurator.PlanAsync(configurator.Bind(Everyone), false, CancellationToken.None),
                CancellationToken.None
            )
        );
        var back = await configurator.PlanBackAsync(journal.Entries[0].Before, CancellationToken.None);
        Ended(ChangeStatus.Done, await runner.RollBackAsync(back, 0, CancellationToken.None));
        Assert.Equal(before, await Settings());
        Assert.All(journal.Entries, entry => Assert.False(entry.IsInForce));
    }

    [Fact]
    public async Task Plan_SuperusersReplicationAndClassesOfMore_StayAsTheyAre()
    {
        await using var configurator = await ConnectAsync();

        var plan = await configurator.PlanAsync(configurator.Bind(Everyone), false, CancellationToken.None);

        Assert.DoesNotContain(
            plan.Steps,
            step =>
                step.Sql.Contains("boss", StringComparison.Ordinal)
                || step.Sql.Contains("copy", StringComparison.Ordinal)
        );
        Assert.DoesNotContain(plan.Steps, step => step.Sql.Contains("ROLE \"app\"", StringComparison.Ordinal));
        Assert.Contains(
            plan.Warnings,
            warning => warning.Contains("app in od\"d 'db and 2 more", StringComparison.Ordinal)
        );
        Assert.Contains(
            plan.Steps,
            step => step.Sql == "ALTER ROLE \"report\" IN DATABASE \"shop\" SET max_parallel_workers_per_gather TO '0';"
        );
    }

    [Fact]
    public async Task Apply_WhatSomebodyElseSet_StaysAsItIs()
    {
        await Cluster.ExecuteAsync("ALTER ROLE report IN DATABASE shop SET work_mem TO '77MB'");
        await Cluster.ExecuteAsync("ALTER ROLE report IN DATABASE shop SET statement_timeout TO '5s'");
        await using var configurator = await ConnectAsync();
        var before = await Settings();
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);

        var plan = await configurator.PlanAsync(configurator.Bind(Reports), false, CancellationToken.None);
        Ended(ChangeStatus.Done, await runner.ApplyAsync(plan, CancellationToken.None));

        Assert.Contains(plan.Warnings, warning => warning.Contains("work_mem", StringComparison.Ordinal));
        Assert.Equal(["2", "77MB", HashMemory], await SessionAsync("report", "shop"));
        Ended(
            ChangeStatus.Done,
            await runner.ApplyAsync(await configurator.PlanOffAsync(CancellationToken.None), CancellationToken.None)
        );
        Assert.Equal(before, await Settings());
    }

    [Fact]
    public async Task Apply_FailureAtEveryStatement_LeavesWhatWasThere()
    {
        await using var configurator = await ConnectAsync();
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var before = await Settings();
        var plan = await configurator.PlanAsync(configurator.Bind(Reports), false, CancellationToken.None);
        Assert.True(plan.Steps.Length > 8);
        for (var step = 1; step <= plan.Steps.Length; step++)
        {
            var runner = new ChangeRunner(
                MeddlingConfigurator.Failing(configurator, step),
                journal,
                TimeProvider.System
            );

            Ended(ChangeStatus.Restored, await runner.ApplyAsync(plan, CancellationToken.None));
            Assert.Equal(before, await Settings());
        }
    }

    [Fact]
    public async Task Apply_AsARoleThatMayCreateRoles_WorksWithTheMarkersRightAndNotWithout()
    {
        await Cluster.ExecuteAsync("CREATE ROLE admin LOGIN CREATEROLE");
        if (PostgresVersions.Usual >= 16)
            await Cluster.ExecuteAsync("GRANT report, \"we\"\"ird 'role\" TO admin WITH ADMIN OPTION");
        await using var configurator = await ConnectAsync("admin");
        var runner = new ChangeRunner(
            configurator,
            ChangeJournal.Open(_journals, configurator.Server),
            TimeProvider.System
        );
        var before = await Settings();
        var plan = await configurator.PlanAsync(configurator.Bind(Reports), false, CancellationToken.None);
        var denied = await runner.ApplyAsync(plan, CancellationToken.None);
        Ended(ChangeStatus.Restored, denied);
        Assert.Contains("GRANT SET ON PARAMETER rgpolicy.owner TO \"admin\"", denied.Problem, StringComparison.Ordinal);
        Assert.Equal(before, await Settings());

        if (PostgresVersions.Usual == 14)
            return;
        await Cluster.ExecuteAsync("GRANT SET ON PARAMETER rgpolicy.owner TO admin");
        Ended(ChangeStatus.Done, await runner.ApplyAsync(plan, CancellationToken.None));
    }

    private static void Ended(ChangeStatus status, ApplyOutcome outcome) =>
        Assert.True(outcome.Status == status, outcome.Problem);

    private Task<PostgresConfigurator> ConnectAsync(string user = PostgresCluster.Superuser) =>
        PostgresConfigurator.ConnectAsync(
            new PostgresConnectionOptions
            {
                Host = Cluster.SocketDirectory,
                Port = Cluster.Port,
                User = user,
            },
            TargetProfile.Generic,
            CancellationToken.None
        );

    /// <summary>Everything that the server keeps for roles and databases.</summary>
    private async Task<string> Settings()
    {
        await using var connection = new Npgsql.NpgsqlConnection(Cluster.ConnectionString());
        await connection.OpenAsync();
        await using var command = new Npgsql.NpgsqlCommand(
            "SELECT coalesce(string_agg(format('%s %s %s', setrole::regrole, setdatabase, setconfig), E'\\n' ORDER "
                + "BY setrole, setdatabase), '') FROM pg_db_role_setting",
            connection
        );
        return (string)(await command.ExecuteScalarAsync() ?? "");
    }

    private async Task<string[]> SessionAsync(string role, string database)
    {
        await using var connection = new Npgsql.NpgsqlConnection(Cluster.ConnectionString(database, role));
        await connection.OpenAsync();
        await using var command = new Npgsql.NpgsqlCommand(
            "SELECT current_setting('max_parallel_workers_per_gather') || '|' || current_setting('work_mem') || '|' "
                + "|| current_setting('hash_mem_multiplier')",
            connection
        );
        return ((string)(await command.ExecuteScalarAsync() ?? "")).Split('|');
    }
}
