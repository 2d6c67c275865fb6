using System.Diagnostics;
using System.Globalization;
using System.Text;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Load;

/// <summary>Clients that load the same rows again and again by COPY FROM STDIN; the table is emptied in between.</summary>
internal sealed class CopyLoad
{
    private const int RowsPerChunk = 2_000;
    private const int ChunksPerCopy = 500;

    private readonly BenchServer _server;
    private readonly Stopwatch _clock;
    private readonly string _chunk = Rows(RowsPerChunk);
    private readonly List<(double Time, long Rows)> _progress = [(0, 0)];
    private Task _client = Task.CompletedTask;
    private volatile bool _stopping;

    public CopyLoad(BenchServer server, Stopwatch clock) => (_server, _clock) = (server, clock);

    public void Start(CancellationToken cancellationToken) => _client = LoadAsync(cancellationToken);

    public async Task StopAsync()
    {
        _stopping = true;
        await _client;
    }

    /// <summary>Rows per second between two moments.</summary>
    public double RowsPerSecond(double from, double to) => (RowsAt(to) - RowsAt(from)) / (to - from);

    private long RowsAt(double time) => _progress.FindLast(p => p.Time <= time).Rows;

    private async Task LoadAsync(CancellationToken cancellationToken)
    {
        await using var connection = await _server.OpenAsync(BenchRoles.Loader, cancellationToken);
        while (!_stopping)
        {
            await using (var command = connection.CreateCommand())
            {
                command.CommandText = "truncate staging";
                await command.ExecuteNonQueryAsync(cancellationToken);
            }

            await using var copy = await connection.BeginTextImportAsync("copy staging from stdin", cancellationToken);
            for (var chunk = 0; chunk < ChunksPerCopy && !_stopping; chunk++)
            {
                await copy.WriteAsync(_chunk.AsMemory(), cancellationToken);
                _progress.Add((_clock.Elapsed.TotalSeconds, _progress[^1].Rows + RowsPerChunk));
            }
        }
    }

    private static string Rows(int count)
    {
        var text = new StringBuilder();
        for (var row = 0; row < count; row++)
            text.Append(CultureInfo.InvariantCulture, $"{row}\t{row % 977}\t2026-11-20 10:00:00\t{row / 7.0:F3}\treading number {row} of a device\n");
        return text.ToString();
    }
}
