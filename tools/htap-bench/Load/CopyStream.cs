using System.Diagnostics;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Load;

/// <summary>One client that loads the same rows again and again by COPY FROM STDIN into its own table,
/// which is emptied in between.</summary>
internal sealed class CopyStream(BenchServer server, Stopwatch clock, int number, bool hasSmallRows)
{
    private const int RowsPerChunk = 2_000;
    private const int ChunksPerCopy = 500;
    private static readonly string Wide = Rows(
        RowsPerChunk,
        row => $"{row}\t{row % 977}\t2026-11-20 10:00:00\t{row / 7.0:F3}\treading number {row} of a device\n"
    );
    private static readonly string Small = Rows(RowsPerChunk, row => $"{row}\t{row % 7}\t\\N\t\\N\t\\N\n");

    private readonly string _table = BenchData.StagingTable(number);
    private readonly List<(double Time, long Rows)> _progress = [(0, 0)];
    private volatile bool _stopping;

    /// <summary>Loads until it is told to stop.</summary>
    public async Task LoadAsync(CancellationToken cancellationToken)
    {
        await using var connection = await server.OpenAsync(BenchRoles.Loader, cancellationToken);
        while (!_stopping)
        {
            await using (var command = connection.CreateCommand())
            {
                command.CommandText = "truncate " + _table;
                await command.ExecuteNonQueryAsync(cancellationToken);
            }

            await using var copy = await connection.BeginTextImportAsync(
                $"copy {_table} from stdin",
                cancellationToken
            );
            for (var chunk = 0; chunk < ChunksPerCopy && !_stopping; chunk++)
            {
                await copy.WriteAsync((hasSmallRows ? Small : Wide).AsMemory(), cancellationToken);
                _progress.Add((clock.Elapsed.TotalSeconds, _progress[^1].Rows + RowsPerChunk));
            }
        }
    }

    /// <summary>Asks it to end; the task of <see cref="LoadAsync"/> says when it has.</summary>
    public void Stop() => _stopping = true;

    /// <summary>The rows it had loaded at a moment.</summary>
    public long RowsAt(double time) => _progress.FindLast(p => p.Time <= time).Rows;

    private static string Rows(int count, Func<int, FormattableString> row)
    {
        var text = new StringBuilder();
        for (var number = 0; number < count; number++)
            text.Append(FormattableString.Invariant(row(number)));
        return text.ToString();
    }
}
