namespace RgPolicy.Simulation.Outcomes;

/// <summary>How much faster a query is than without the policy, by its response time, as a part: 0.25 is a time of four
/// fifths, -0.5 is twice the time.</summary>
/// <param name="Name">The query.</param>
/// <param name="Gain">With the figures of the mix; null where there is nothing to compare.</param>
/// <param name="Low">The least of that and of the gains with drawn figures; null where none were drawn, or one of them
/// is not known.</param>
/// <param name="High">The most.</param>
/// <param name="Throughput">How much more of it is done in the same time. Of clients that pause, or of executions that
/// arrive by the clock, that says little of how long they wait.</param>
public sealed record QueryGain(string Name, double? Gain, double? Low, double? High, double? Throughput)
{
    /// <summary>How far the slowest of plays in which queries begin a moment later is from the fastest, ungoverned or
    /// governed, whichever is more: a gain of less is chance. Null where
    /// that was not asked, or is not known.</summary>
    public double? Chance { get; init; }
}
