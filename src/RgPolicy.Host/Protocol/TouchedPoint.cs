namespace RgPolicy.Host.Protocol;

/// <summary>One point of the curve of a working set over its window (Denning).</summary>
/// <param name="Milliseconds">The window.</param>
/// <param name="PrivateBytes">Touched within it, of the processes' own memory, all added up.</param>
/// <param name="SharedBytes">Of the memory that they share: of the process that touched most.</param>
public readonly record struct TouchedPoint(int Milliseconds, long PrivateBytes, long SharedBytes)
{
    /// <summary>Both.</summary>
    public long Bytes => PrivateBytes + SharedBytes;
}
