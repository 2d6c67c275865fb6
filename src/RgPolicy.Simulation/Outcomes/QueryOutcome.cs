namespace RgPolicy.Simulation.Outcomes;

/// <summary>What became of one query of the mix.</summary>
internal sealed record QueryOutcome
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

/// <summary>How much faster a query is than without the policy, by its response time, as a part: 0.25 is a time of four
/// fifths, -0.5 is twice the time.</summary>
/// <param name="Name">The query.</param>
/// <param name="Gain">With the figures of the mix; null where there is nothing to compare.</param>
/// <param name="Low">The least of that and of the gains with drawn figures; null where none were drawn, or one of them
/// is not known.</param>
/// <param name="High">The most.</param>
/// <param name="Throughput">How much more of it is done in the same time. Of clients that pause, or of executions that
/// arrive by the clock, that says little of how long they wait.</param>
internal sealed record QueryGain(string Name, double? Gain, double? Low, double? High, double? Throughput)
{
    /// <summary>How far the slowest of plays in which queries begin a moment later is from the fastest, ungoverned or
    /// governed, whichever is more: a gain of less is chance. Null where
    /// that was not asked, or is not known.</summary>
    public double? Chance { get; init; }
}
