using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Load;

/// <summary>
/// OLTP by pgbench, select-only or TPC-B, at a fixed rate: each transaction has its scheduled start,
/// and its latency counts from there, so that a stall is seen by every transaction that it delays and
/// not only by the one that it hit.
/// </summary>
internal sealed class OltpLoad : IAsyncDisposable
{
    // Each client ends its transaction first, which a full server may hold up.
    private static readonly TimeSpan EndPatience = TimeSpan.FromSeconds(20);

    private readonly string _directory;
    private readonly ChildProgram _pgbench;

    private OltpLoad(string directory, ChildProgram pgbench) => (_directory, _pgbench) = (directory, pgbench);

    /// <summary>Starts four clients that only select; they run until they are stopped.</summary>
    public static OltpLoad Start(BenchServer server, int? rate, int seed) =>
        Start(server, new Mix { Rate = rate }, 4, seed);

    /// <summary>Starts it; it runs until it is stopped.</summary>
    /// <param name="server">The server.</param>
    /// <param name="mix">Transactions per second, or null for as many as go; and whether they write.</param>
    /// <param name="clients">Clients.</param>
    /// <param name="seed">Seed of its random choices and of its schedule.</param>
    public static OltpLoad Start(BenchServer server, Mix mix, int clients, int seed)
    {
        var directory = Directory.CreateTempSubdirectory("rgp-oltp-").FullName;
        var cluster = server.Cluster;
        List<string> arguments =
        [
            "-n",
            "-b",
            mix.Writes ? "tpcb-like" : "select-only",
            "-c",
            Text(clients),
            "-j",
            "1",
            "-T",
            "3600",
            "--log",
            "--log-prefix",
            Path.Combine(directory, "log"),
            "--random-seed",
            Text(seed),
            "-h",
            cluster.SocketDirectory,
            "-p",
            Text(cluster.Port),
            "-U",
            BenchRoles.Oltp,
        ];
        if (mix.Rate is { } fixedRate)
            arguments.AddRange(["-R", Text(fixedRate)]);
        return new OltpLoad(
            directory,
            ChildProgram.Start(Path.Combine(BenchServer.Programs, "pgbench"), [.. arguments, BenchServer.Database])
        );
    }

    /// <summary>Stops it and reads every transaction's log line.</summary>
    public async Task<IReadOnlyList<OltpTransaction>> StopAsync()
    {
        if (_pgbench.HasEnded)
            throw new InvalidOperationException("pgbench ended by itself: " + _pgbench.Errors);
        // Its own alarm, at which it writes the lines that it still keeps; an interrupt throws them away.
        await _pgbench.EndAsync(ProcessControl.Alarm, EndPatience);
        return Directory.GetFiles(_directory, "log.*").SelectMany(PgbenchLog.Read).ToList();
    }

    public async ValueTask DisposeAsync()
    {
        await _pgbench.DisposeAsync();
        Directory.Delete(_directory, recursive: true);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
