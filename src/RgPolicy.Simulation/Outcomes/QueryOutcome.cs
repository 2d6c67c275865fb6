namespace RgPolicy.Simulation.Outcomes;

/// <summary>What became of one query of the mix.</summary>
public sealed record QueryOutcome
{
    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>The class that it mostly had; empty without a governor.</summary>
    public required string Class { get; init; }

    /// <summary>The pool that it mostly stood in; empty without a governor, and outside all pools.</summary>
    public required string Pool { get; init; }

    /// <summary>Executions, with the parts of those that were under way.</summary>
    public required double Executions { get; init; }

    /// <summary>Executions that ended.</summary>
    public required int Finished { get; init; }

    /// <summary>Mean seconds of these; null where none ended.</summary>
    public required double? MeanSeconds { get; init; }

    /// <summary>Executions that had come and not ended: under way, at the gate, or without a backend.</summary>
    public required long Unfinished { get; init; }

    /// <summary>Seconds from coming to the end: the time of all executions, unfinished ones included, divided by the
    /// work done, in executions (Little's law). Where all have ended, their mean. Null where nothing was
    /// done.</summary>
    public required double? ResponseSeconds { get; init; }

    /// <summary>Accesses to structures that a core's own cache did not answer.</summary>
    public required double Accesses { get; init; }

    /// <summary>The part of accesses to structures that found their line in the last-level cache; null without
    /// any.</summary>
    public required double? HitRatio { get; init; }

    /// <summary>Bytes per second from memory, over the whole time.</summary>
    public required double BytesPerSecond { get; init; }

    /// <summary>When the last execution ended.</summary>
    public required double LastEnd { get; init; }
}
