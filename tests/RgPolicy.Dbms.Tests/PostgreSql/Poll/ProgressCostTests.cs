using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Dbms.Starting;
using RgPolicy.Testing.PostgreSql;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

/// <summary>What it costs the server to be asked for the work that commands are at, beside a poll.</summary>
public sealed class ProgressCostTests(ITestOutputHelper output)
{
    private const int Sessions = 200;
    private const int Polls = 20;
    private const int Rounds = 10;

    [Fact]
    public async Task ReadAsync_AmongManySessions_CostsNotMuchMoreThanThePoll()
    {
        await using var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Settings = ImmutableDictionary<string, string>.Empty.Add("max_connections", $"{Sessions + 20}"),
            }
        );
        await cluster.ExecuteAsync(PostgresSetup.Sql());
        var idle = await Task.WhenAll(Enumerable.Range(0, Sessions).Select(_ => cluster.OpenAsync()));
        await using var link = await OpenAsync(cluster);
        var snapshot = new ActivitySnapshot();

        var poll = await MedianAsync(
            link,
            () => link.Activity.RunAsync(snapshot, isLean: false, CancellationToken.None)
        );
        var progress = await MedianAsync(link, () => link.Progress.ReadAsync(CancellationToken.None));

        output.WriteLine(
            FormattableString.Invariant(
                $"{Sessions} sessions: a poll {poll.TotalMilliseconds:F2} ms of processor time, the views {progress.TotalMilliseconds:F2} ms"
            )
        );
        // A clock that ticks coarsely may show nothing of either.
        Assert.True(progress < TimeSpan.FromMilliseconds(5) + (3 * poll), $"{progress} beside {poll}");
        foreach (var connection in idle)
            await connection.DisposeAsync();
    }

    /// <summary>Processor time of the poll's backend for one of them: the median of rounds of twenty.</summary>
    private static async Task<TimeSpan> MedianAsync(PostgresPollConnection link, Func<Task> act)
    {
        var rounds = new List<TimeSpan>();
        for (var round = 0; round < Rounds; round++)
        {
            var before = Cpu(link);
            for (var poll = 0; poll < Polls; poll++)
                await act();
            rounds.Add((Cpu(link) - before) / Polls);
        }

        rounds.Sort();
        return rounds[Rounds / 2];
    }

    private static TimeSpan Cpu(PostgresPollConnection link)
    {
        using var cpu = BackendCpu.Open(link.Session.ProcessId, PostgresBackends.Program);
        return cpu?.Read() ?? TimeSpan.Zero;
    }

    private static Task<PostgresPollConnection> OpenAsync(PostgresCluster cluster) =>
        PostgresPollConnection.OpenAsync(
            PostgresVersionsFixture.Observer(cluster),
            PostgresBackends.Own(isLocal: true),
            new StartSteps("test", TimeProvider.System),
            CancellationToken.None
        );
}
