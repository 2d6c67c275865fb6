namespace RgPolicy.Engine.Observe;

/// <summary>
/// What a running request has used so far; it changes from poll to poll while the query stays the same.
/// Null is what is not measured.
/// </summary>
/// <param name="Cpu">Processor time.</param>
/// <param name="ReadBytes">Bytes read from storage.</param>
/// <param name="WriteBytes">Bytes written.</param>
/// <param name="MemoryBytes">Working memory that the server has granted, bytes.</param>
/// <param name="Workers">Parallel workers.</param>
internal readonly record struct RequestFigures(
    TimeSpan? Cpu,
    long? ReadBytes,
    long? WriteBytes,
    long? MemoryBytes,
    int Workers
)
{
    /// <summary>What a sample of its memory found; null where none was taken.</summary>
    public MeasuredSet? Sampled { get; init; }
}

/// <summary>What a sample of a query's memory came to.</summary>
/// <param name="WorkingSetBytes">What it touches again and again.</param>
/// <param name="StreamedPerSecond">Bytes per second that it touches or reads beside that; null where others read
/// for it.</param>
internal readonly record struct MeasuredSet(long WorkingSetBytes, long? StreamedPerSecond)
{
    /// <summary>
    /// From the curve of what was touched over the window (Denning): where it still grows at the longest windows, that
    /// is the stream, and what it would be without it is the working set.
    /// </summary>
    /// <param name="points">At least two, shortest window first: milliseconds, and bytes touched.</param>
    /// <param name="readBytes">Read from files within the longest; a scan through a small ring of buffers shows here
    /// only. Null where others read for it, so that no one knows.</param>
    /// <returns>Null when the points are too few or out of order.</returns>
    public static MeasuredSet? Of(IReadOnlyList<(int Milliseconds, long Bytes)> points, long? readBytes)
    {
        if (points.Count < 2 || points[^2].Milliseconds < 0 || points[^1].Milliseconds <= points[^2].Milliseconds)
            return null;

        var (before, last) = (points[^2], points[^1]);
        var growth = Math.Max(0, last.Bytes - before.Bytes) / (double)(last.Milliseconds - before.Milliseconds);
        var working = Math.Max(0, last.Bytes - (growth * last.Milliseconds));
        var read = Math.Max(0, readBytes ?? 0) / (double)last.Milliseconds;
        return new MeasuredSet(ToBytes(working), readBytes is null ? null : ToBytes(1000 * Math.Max(growth, read)));
    }

    private static long ToBytes(double value) => value < long.MaxValue ? (long)value : long.MaxValue;
}
