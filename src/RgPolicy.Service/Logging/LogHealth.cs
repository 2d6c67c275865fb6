namespace RgPolicy.Service.Logging;

/// <summary>How the log's file is doing; written when something is logged, read for the status.</summary>
public sealed class LogHealth
{
    private long _lost;

    /// <summary>Messages that could not be written to the file since the start.</summary>
    public long Lost => Interlocked.Read(ref _lost);

    /// <summary>One more could not be written.</summary>
    internal void Miss() => Interlocked.Increment(ref _lost);
}
