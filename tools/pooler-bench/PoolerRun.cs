using System.Diagnostics;
using Npgsql;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.PoolerBench;

/// <summary>Heavy and point statements of two applications through one pgbouncer, its backends shared
/// by both.</summary>
internal sealed class PoolerRun : IDisposable
{
    private const string HeavyText = "select pg_backend_pid(), count(*) from sales where md5(note) like 'abcd%'";

    private const string LeanNote = "a leaner query is used";

    private const int PointClients = 4;
    private const int PoolSize = 4;
    private static readonly TimeSpan PointPause = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(300);

    private readonly PgBouncer _bouncer;
    private readonly Random _random;
    private readonly Governance _origin;
    private readonly List<double> _returns = [];
    private readonly List<double> _points = [];
    private readonly SemaphoreSlim _one = new(1);
    private int _never;
    private int _slow;

    private PoolerRun(PgBouncer bouncer, BenchServer server, int seed) =>
        (_bouncer, _random, _origin) = (bouncer, new Random(seed), Governance.Of(server.Cluster.PostmasterProcessId));

    /// <summary>Runs it all.</summary>
    public static async Task<PoolerReport> RunAsync(PoolerOptions options, CancellationToken cancellationToken)
    {
        await using var server = await BenchServer.StartAsync(
            scale: 0.1,
            keep: false,
            cancellationToken,
            options.Version
        );
        await using var governed = await GovernedServer.StartAsync(
            server.Cluster,
            new GovernedServerOptions
            {
                Policy = options.Policy,
                Observer = BenchRoles.Observer,
                Database = BenchServer.Database,
                HasOwnShare = true,
            }
        );
        await using var bouncer = await PgBouncer.StartAsync(
            server.Cluster,
            "transaction",
            PoolSize,
            forcedUser: BenchRoles.Oltp
        );
        await using var idle = await IdleConnections.OpenAsync(server, options.IdleConnections, cancellationToken);
        using var run = new PoolerRun(bouncer, server, options.Seed);
        await run.LoadAsync(options.HeavyClients, WarmUp, cancellationToken);
        run.Forget();
        var (before, clock) = (PoolerCpu.Read(governed, server.Cluster, BenchRoles.Observer), Stopwatch.StartNew());
        await run.LoadAsync(options.HeavyClients, options.Duration, cancellationToken);
        var seconds = clock.Elapsed.TotalSeconds;
        var used = PoolerCpu.Read(governed, server.Cluster, BenchRoles.Observer).Since(before, seconds);
        var isLean = governed.Said.Contains(LeanNote, StringComparison.Ordinal);
        return new PoolerReport(run._returns, run._never, run._points, run._slow, used, isLean);
    }

    public void Dispose() => _one.Dispose();

    private void Forget()
    {
        _returns.Clear();
        _points.Clear();
        _never = _slow = 0;
    }

    private async Task LoadAsync(int heavyClients, TimeSpan duration, CancellationToken cancellationToken)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        end.CancelAfter(duration);
        var clients = Enumerable
            .Range(0, PointClients)
            .Select(_ => PointsAsync(end.Token))
            .Concat(Enumerable.Range(0, heavyClients).Select(_ => HeavyAsync(end.Token)));
        await Task.WhenAll(clients.Select(client => Task.Run(() => client, cancellationToken)));
    }

    private async Task PointsAsync(CancellationToken end)
    {
        await using var connection = await OpenAsync("web");
        while (!end.IsCancellationRequested)
        {
            var began = Stopwatch.GetTimestamp();
            int key;
            lock (_random)
                key = _random.Next(1, 10_000);
            int backend;
            await using (
                var command = new NpgsqlCommand(
                    $"select pg_backend_pid(), abalance from pgbench_accounts where aid = {key}",
                    connection
                )
            )
                backend = (int)(await command.ExecuteScalarAsync(CancellationToken.None))!;
            // Nobody throttles a point statement: a backend that is throttled at its end was all the while.
            var isSlow = Governance.Of(backend) != _origin;
            lock (_points)
            {
                _points.Add(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
                if (isSlow)
                    _slow++;
            }

            await Task.Delay(PointPause, CancellationToken.None);
        }
    }

    private async Task HeavyAsync(CancellationToken end)
    {
        await using var connection = await OpenAsync("bi");
        while (!end.IsCancellationRequested)
        {
            await using var command = new NpgsqlCommand(HeavyText, connection) { CommandTimeout = 0 };
            var backend = (int)(await command.ExecuteScalarAsync(CancellationToken.None))!;
            await _one.WaitAsync(CancellationToken.None);
            await MeasureReturnAsync(backend);
            _one.Release();
            int pause;
            lock (_random)
                pause = _random.Next(50, 300);
            await Task.Delay(pause, CancellationToken.None);
        }
    }

    /// <summary>On one thread, which never waits for its turn among tasks: else the wait would count as
    /// a backend that is late.</summary>
    private async Task MeasureReturnAsync(int backend)
    {
        var began = Stopwatch.GetTimestamp();
        if (Governance.Of(backend) == _origin)
        {
            _never++;
            return;
        }

        await Task.Run(() =>
        {
            while (Governance.Of(backend) != _origin && Stopwatch.GetElapsedTime(began) < LongestWait)
                Thread.Sleep(1);
        });
        _returns.Add(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
    }

    private async Task<NpgsqlConnection> OpenAsync(string application)
    {
        var connection = new NpgsqlConnection(
            _bouncer.ConnectionString(BenchRoles.Oltp, BenchServer.Database, application)
        );
        await connection.OpenAsync();
        return connection;
    }
}
