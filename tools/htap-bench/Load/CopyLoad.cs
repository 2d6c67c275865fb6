using System.Diagnostics;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Load;

/// <summary>A bulk load: some clients at once, each with a table of its own, as a restore with several
/// jobs does it.</summary>
internal sealed class CopyLoad
{
    private readonly List<CopyStream> _streams = [];
    private readonly List<Task> _tasks = [];

    /// <summary>Starts it; it runs until it is stopped.</summary>
    public static CopyLoad Start(
        BenchServer server,
        Stopwatch clock,
        int clients,
        bool hasSmallRows,
        CancellationToken cancellationToken
    )
    {
        var load = new CopyLoad();
        for (var number = 1; number <= clients; number++)
        {
            var stream = new CopyStream(server, clock, number, hasSmallRows);
            load._streams.Add(stream);
            load._tasks.Add(stream.LoadAsync(cancellationToken));
        }

        return load;
    }

    /// <summary>Ends every client's load.</summary>
    public async Task StopAsync()
    {
        _streams.ForEach(s => s.Stop());
        await Task.WhenAll(_tasks);
    }

    /// <summary>Rows per second between two moments; not a number without clients.</summary>
    public double RowsPerSecond(double from, double to) =>
        _streams.Count == 0 ? double.NaN : _streams.Sum(s => s.RowsAt(to) - s.RowsAt(from)) / (to - from);
}
