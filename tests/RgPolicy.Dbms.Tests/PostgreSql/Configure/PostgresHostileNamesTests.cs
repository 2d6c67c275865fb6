using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Configure;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Configure;

/// <summary>Drawn policies for roles and databases whose names try to get out of their quotes, on a
/// real server.</summary>
public sealed class PostgresHostileNamesTests : IAsyncLifetime
{
    private static readonly string[] Roles =
    [
        "report",
        "UPPER Case",
        "we\"ird 'role",
        "a$$b;c",
        "back\\sl\\",
        "'; DROP ROLE report; --",
        ":v @p ? {0} $1",
        "x--y/*z",
        "new\nline",
        "größe_日本",
        "all",
        new string('r', 63),
    ];

    private static readonly string[] Databases = ["shop", "od\"d 'db", "D$$;\\", "größe 日本"];

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-journal-").FullName;
    private PostgresCluster? _cluster;

    private PostgresCluster Cluster => _cluster ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        _cluster = await PostgresCluster.StartAsync();
        foreach (var role in Roles)
            await Cluster.ExecuteAsync($"CREATE ROLE {PostgresQuote.Name(role)} LOGIN");
        foreach (var database in Databases)
            await Cluster.ExecuteAsync($"CREATE DATABASE {PostgresQuote.Name(database)}");
    }

    public async Task DisposeAsync()
    {
        await Cluster.DisposeAsync();
        Directory.Delete(_journals, recursive: true);
    }

    [Fact]
    public async Task Apply_DrawnPoliciesAndSettingsOfOthers_AreReadBackAndTakenBackExactly()
    {
        var random = new Random(20261122);
        await using var configurator = await ConnectAsync(Cluster);
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);
        for (var round = 0; round < DrawnCount.Value / 10; round++)
        {
            await SettingOfSomebodyElseAsync(random);
            var before = await SettingsAsync(Cluster);
            var steps = await ApplyAsync(configurator, runner, Drawn(random, configurator));
            var (first, between) = (journal.Entries.Length - 1, await SettingsAsync(Cluster));
            await ApplyAsync(configurator, runner, Drawn(random, configurator));

            await RollBackAsync(configurator, runner, journal, journal.Entries.Length - 1);
            Assert.Equal(between, await SettingsAsync(Cluster));
            await RollBackAsync(configurator, runner, journal, first);
            Assert.Equal(before, await SettingsAsync(Cluster));
            Assert.True(steps > 0, "the policy asks for nothing");
        }
    }

    [Fact]
    public async Task Apply_FailureAnywhere_LeavesWhatWasThere()
    {
        var random = new Random(4711);
        await using var configurator = await ConnectAsync(Cluster);
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        await SettingOfSomebodyElseAsync(random);
        await ApplyAsync(
            configurator,
            new ChangeRunner(configurator, journal, TimeProvider.System),
            Drawn(random, configurator)
        );
        var before = await SettingsAsync(Cluster);
        var plan = await configurator.PlanAsync(Drawn(random, configurator), false, CancellationToken.None);
        for (var step = 1; step <= plan.Steps.Length; step += 1 + (plan.Steps.Length / 20))
        {
            var runner = new ChangeRunner(
                MeddlingConfigurator.Failing(configurator, step),
                journal,
                TimeProvider.System
            );
            Ended(ChangeStatus.Restored, await runner.ApplyAsync(plan, CancellationToken.None));
            Assert.Equal(before, await SettingsAsync(Cluster));
        }
    }

    [Fact]
    public async Task Plan_NameThatIsNotUtf8_IsLeftAndSaid()
    {
        await Cluster.ExecuteAsync(
            "CREATE DATABASE bytes TEMPLATE template0 ENCODING SQL_ASCII LC_COLLATE 'C' LC_CTYPE 'C'"
        );
        await Cluster.ExecuteAsync(
            "DO $$ BEGIN EXECUTE 'CREATE ROLE bad' || convert_from('\\xff', 'SQL_ASCII') || ' LOGIN'; END $$",
            "bytes"
        );
        await using var configurator = await ConnectAsync(Cluster);

        var plan = await configurator.PlanAsync(
            configurator.Bind("language 1\npool p { grant 8 MiB }\ndefault -> p\n"),
            false,
            CancellationToken.None
        );

        Assert.Contains(
            plan.Warnings,
            warning => warning.StartsWith("bad\uFFFD in shop: the name is not valid UTF-8", StringComparison.Ordinal)
        );
        Assert.DoesNotContain(plan.Steps, step => step.Sql.Contains("\"bad", StringComparison.Ordinal));
        await using var observer = await PostgresObserver.ConnectAsync(
            new PostgresConnectionOptions
            {
                Host = Cluster.SocketDirectory,
                Port = Cluster.Port,
                User = PostgresCluster.Superuser,
            },
            TimeProvider.System,
            new PostgresObserverOptions(),
            CancellationToken.None
        );
        await observer.PollAsync(findBlocking: false, CancellationToken.None);
    }

    private static async Task<int> ApplyAsync(
        PostgresConfigurator configurator,
        ChangeRunner runner,
        PolicyProgram program
    )
    {
        var plan = await configurator.PlanAsync(program, false, CancellationToken.None);
        Ended(ChangeStatus.Done, await runner.ApplyAsync(plan, CancellationToken.None));
        Assert.Empty((await configurator.PlanAsync(program, false, CancellationToken.None)).Steps);
        return plan.Steps.Length;
    }

    private static async Task RollBackAsync(
        PostgresConfigurator configurator,
        ChangeRunner runner,
        ChangeJournal journal,
        int from
    ) =>
        Ended(
            ChangeStatus.Done,
            await runner.RollBackAsync(
                await configurator.PlanBackAsync(journal.Entries[from].Before, CancellationToken.None),
                from,
                CancellationToken.None
            )
        );

    private static void Ended(ChangeStatus status, ApplyOutcome outcome) =>
        Assert.True(outcome.Status == status, outcome.Problem);

    private async Task SettingOfSomebodyElseAsync(Random random)
    {
        var setting = random.Next(3) switch
        {
            0 => "work_mem TO '5MB'",
            1 => "statement_timeout TO '7s'",
            _ => "max_parallel_workers_per_gather TO '3'",
        };
        await Cluster.ExecuteAsync(
            $"ALTER ROLE {PostgresQuote.Name(Roles[random.Next(Roles.Length)])} IN DATABASE "
                + $"{PostgresQuote.Name(Databases[random.Next(Databases.Length)])} SET {setting}"
        );
    }

    private static PolicyProgram Drawn(Random random, PostgresConfigurator configurator) =>
        configurator.Bind(
            string.Create(
                CultureInfo.InvariantCulture,
                $"language 1\npool a {{ maxdop {random.Next(1, 65)} }}\npool b {{ grant {random.Next(1, 3000000)} KiB "
                    + $"}}\npool c {{ maxdop {random.Next(1, 9)}  grant {random.Next(1, 999)} TiB }}\n"
                    + $"class x -> a when session.login in ({Some(random, Roles)})\nclass y -> b when "
                    + $"session.database in ({Some(random, Databases)})\ndefault -> c\n"
            )
        );

    /// <summary>Line breaks have no place in a policy's text: such a name is left to the default.</summary>
    private static string Some(Random random, string[] names) =>
        string.Join(
            ", ",
            names
                .Where(name => !name.Contains('\n', StringComparison.Ordinal))
                .OrderBy(_ => random.Next())
                .Take(random.Next(1, 4))
                .Select(name => "'" + name.Replace("'", "''", StringComparison.Ordinal) + "'")
        );

    private static Task<PostgresConfigurator> ConnectAsync(PostgresCluster cluster) =>
        PostgresConfigurator.ConnectAsync(
            new PostgresConnectionOptions
            {
                Host = cluster.SocketDirectory,
                Port = cluster.Port,
                User = PostgresCluster.Superuser,
            },
            TargetProfile.Generic,
            CancellationToken.None
        );

    private static async Task<string> SettingsAsync(PostgresCluster cluster) =>
        (string)(
            await cluster.ScalarAsync(
                "SELECT coalesce(string_agg(format('%s %s %s', setrole, setdatabase, c), E'\\n' ORDER BY setrole, "
                    + "setdatabase, c), '') FROM pg_db_role_setting, unnest(setconfig) AS c"
            ) ?? ""
        );
}
