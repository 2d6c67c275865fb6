using System.Collections.Immutable;

namespace RgPolicy.Engine.Sensitivity;

/// <summary>A run that was carried out.</summary>
/// <param name="Run">Which.</param>
/// <param name="Times">Each statement's time.</param>
public sealed record MeasuredRun(PlannedRun Run, ImmutableArray<StatementTime> Times)
{
    /// <summary>Statements per second of the whole workload, each as often as its weight says.</summary>
    public double Rate => Times.Sum(time => time.Weight) / Times.Sum(time => time.Weight * time.Seconds);

    /// <summary>Executions per second of one statement.</summary>
    /// <param name="statement">Its name.</param>
    public double RateOf(string statement) => 1 / Times.First(time => time.Statement == statement).Seconds;
}
