using Npgsql;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>What observing leaves in a server's log and in pg_stat_statements: nothing, whatever the server logs of
/// everybody else. For a minute by the observer's clock, with the polls of one; for an hour:
/// <c>tools/quiet-hour/run</c>.</summary>
public sealed class QuietGuestTests(ITestOutputHelper output)
{
    private const string OfUs = "rgpolicy|";
    private const string OfOthers = "app|";

    // So much faster than the system's runs the observer's clock, by which plans, names and history are read again.
    private const int Faster = 120;

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    // The command's.
    private static readonly TimeSpan Lasts = TimeSpan.FromMinutes(
        int.TryParse(
            Environment.GetEnvironmentVariable("RGPOLICY_QUIET_MINUTES"),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var minutes
        )
            ? minutes
            : 1
    );

    /// <summary>All that a server can be told to log of its sessions, but for connections, of which the
    /// server knows no role yet.</summary>
    private static readonly ImmutableDictionary<string, string> Loud = new Dictionary<string, string>(
        StringComparer.Ordinal
    )
    {
        ["log_statement"] = "all",
        ["log_min_duration_statement"] = "0",
        ["log_duration"] = "on",
        ["log_lock_waits"] = "on",
        ["log_temp_files"] = "0",
        ["log_min_messages"] = "info",
        ["log_min_error_statement"] = "info",
        ["auto_explain.log_min_duration"] = "0",
        ["auto_explain.log_nested_statements"] = "on",
        ["pg_stat_statements.track"] = "all",
        ["pg_stat_statements.track_planning"] = "on",
        ["log_line_prefix"] = "%u|",
    }.ToImmutableDictionary(StringComparer.Ordinal);

    [Theory]
    [OnPostgres(14, false)]
    [OnPostgres(14, true)]
    [OnPostgres(15, false)]
    [OnPostgres(15, true)]
    [OnPostgres(16, false)]
    [OnPostgres(16, true)]
    [OnPostgres(17, false)]
    [OnPostgres(17, true)]
    [OnPostgres(18, false)]
    [OnPostgres(18, true)]
    public async Task PollAsync_PlansRefusalsFailuresAndReconnects_LeaveNothingBehind(int version, bool logsEverything)
    {
        await using var fleet = new PostgresFleet(
            _ => new PostgresClusterOptions
            {
                PreloadLibraries = ["pg_stat_statements", "auto_explain"],
                Settings = logsEverything
                    ? Loud
                    : ImmutableDictionary<string, string>.Empty.Add("log_line_prefix", "%u|"),
            },
            (cluster, _) => PrepareAsync(cluster)
        );
        var cluster = await fleet.GetAsync(version);
        await using var trusted = await RunAsync(cluster, "select count(*), pg_sleep(600) from solid where id > 5");
        await using var refused = await RunAsync(cluster, "select count(*), pg_sleep(600) from theirs");
        await using var locked = await RunAsync(
            cluster,
            "select count(*), pg_sleep(600) from shut",
            "begin; lock table shut in access exclusive mode"
        );
        await using var temporary = await RunAsync(
            cluster,
            "select count(*), pg_sleep(600) from mine",
            "create temp table mine (id int)"
        );
        await using var unknown = await RunAsync(
            cluster,
            "select only_here(), pg_sleep(600) from solid",
            "set search_path = odd, public"
        );

        var polls = 0;
        for (var i = 0; i < 2; i++)
        {
            var time = new HurriedTime(Faster);
            await using var observer = await PostgresObserver.ConnectAsync(
                PostgresVersionsFixture.Observer(cluster),
                time,
                new PostgresObserverOptions { PollInterval = PollInterval },
                CancellationToken.None
            );
            await observer.WarmUpAsync(CancellationToken.None);
            await PostgresServer.UntilAsync(observer, trusted.ProcessId, q => q.Plan.State == PlanState.Known);
            foreach (var other in new[] { refused, locked, temporary, unknown })
                await PostgresServer.UntilAsync(observer, other.ProcessId, q => q.Plan.State != PlanState.Pending);
            await observer.HaveMovedOnAsync([trusted.ProcessId], CancellationToken.None);
            time.Hurry();
            polls += await PollAsync(observer, time, Lasts / 2);
        }

        await PostgresDoctor.CheckAsync(PostgresVersionsFixture.Observer(cluster), CancellationToken.None);
        await AssertNothingAsync(cluster, logsEverything);
        var settings = logsEverything ? "everything logged" : "default settings";
        output.WriteLine($"{settings}: {polls} polls in {Lasts} left nothing behind");
    }

    // As long by the observer's clock, and as many polls as there are in that time: whichever takes longer.
    private static async Task<int> PollAsync(PostgresObserver observer, TimeProvider time, TimeSpan lasts)
    {
        var (began, polls) = (time.GetTimestamp(), 0);
        for (; polls < lasts / PollInterval || time.GetElapsedTime(began) < lasts; polls++)
            await observer.PollAsync(findBlocking: polls % 10 == 0, CancellationToken.None);
        return polls;
    }

    private static async Task AssertNothingAsync(PostgresCluster cluster, bool logsEverything)
    {
        var log = await File.ReadAllLinesAsync(cluster.LogFile);
        Assert.DoesNotContain(log, line => line.StartsWith(OfUs, StringComparison.Ordinal));
        if (logsEverything)
            Assert.Contains(log, line => line.StartsWith(OfOthers, StringComparison.Ordinal));
        Assert.Equal(0L, await EntriesAsync(cluster, "rgpolicy"));
        Assert.NotEqual(0L, await EntriesAsync(cluster, "app"));
    }

    private static Task<object?> EntriesAsync(PostgresCluster cluster, string role) =>
        cluster.ScalarAsync($"select count(*) from pg_stat_statements where userid = '{role}'::regrole");

    private static async Task PrepareAsync(PostgresCluster cluster)
    {
        await cluster.ExecuteAsync(PostgresSetup.Sql(offer: PostgresOffer.Everything));
        await cluster.ExecuteAsync(
            """
            CREATE EXTENSION pg_stat_statements;
            CREATE ROLE app LOGIN;
            CREATE TABLE solid AS SELECT i AS id FROM generate_series(1, 5000) i;
            CREATE TABLE theirs AS SELECT 1 AS id;
            ALTER TABLE theirs OWNER TO app;
            CREATE TABLE shut AS SELECT 1 AS id;
            CREATE SCHEMA odd;
            CREATE FUNCTION odd.only_here() RETURNS int LANGUAGE sql AS 'SELECT 1';
            GRANT USAGE ON SCHEMA odd TO app;
            GRANT ALL ON solid, shut TO app;
            """
        );
    }

    private static async Task<RunningStatement> RunAsync(PostgresCluster cluster, string sql, string? before = null)
    {
        var connection = await cluster.OpenAsync(user: "app");
        if (before is not null)
        {
            await using var command = new NpgsqlCommand(before, connection);
            await command.ExecuteNonQueryAsync();
        }

        return await RunningStatement.StartAsync(connection, sql);
    }
}
