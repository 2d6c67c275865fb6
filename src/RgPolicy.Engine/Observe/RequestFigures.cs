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
public readonly record struct RequestFigures(
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
