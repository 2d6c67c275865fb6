namespace RgPolicy.Cli.Watching;

/// <summary>How the live view is set: what keys change.</summary>
internal sealed record WatchState
{
    /// <summary>What is shown.</summary>
    public WatchPage Page { get; init; }

    /// <summary>What the queries are sorted by.</summary>
    public WatchOrder Order { get; init; }

    /// <summary>The other way round.</summary>
    public bool IsReversed { get; init; }

    /// <summary>Only queries with this text somewhere; empty shows all.</summary>
    public string Filter { get; init; } = "";

    /// <summary>The filter is being typed.</summary>
    public bool IsTyping { get; init; }

    /// <summary>The process of the selected query; null selects the first.</summary>
    public long? Selected { get; init; }

    /// <summary>The first line that is shown of a long page.</summary>
    public int Top { get; init; }

    /// <summary>The picture stands still.</summary>
    public bool IsHeld { get; init; }

    /// <summary>It was asked whether to pause the service, or to let it go on.</summary>
    public bool AsksForPause { get; init; }

    /// <summary>What became of the last order; empty for nothing.</summary>
    public string Message { get; init; } = "";
}
