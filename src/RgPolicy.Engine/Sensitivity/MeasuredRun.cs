using System.Collections.Immutable;

namespace RgPolicy.Engine.Sensitivity;

/// <summary>A run that was carried out.</summary>
/// <param name="Run">Which.</param>
/// <param name="Times">Each statement's time.</param>
/// <param name="Clients">Clients that ran the workload at the same time, each the whole of it.</param>
public sealed record MeasuredRun(PlannedRun Run, ImmutableArray<StatementTime> Times, int Clients = 1)
{
    /// <summary>
    /// Statements per second of the whole workload, each as often as its weight says. Clients that never pause bring
    /// as many as there are clients in the mean time of one statement (the interactive response time law).
    /// </summary>
    public double Rate => Clients * Times.Sum(time => time.Weight) / Times.Sum(time => time.Weight * time.Seconds);

    /// <summary>Executions per second of one statement, while a client runs it.</summary>
    /// <param name="statement">Its name.</param>
    public double RateOf(string statement) => 1 / Times.First(time => time.Statement == statement).Seconds;
}

/// <summary>What one statement took in one run.</summary>
/// <param name="Statement">Its name.</param>
/// <param name="Weight">How often it runs in relation to the others, at least 1.</param>
/// <param name="Seconds">Seconds of one execution; the mean where it ran more than once.</param>
/// <param name="Plan">A hash of its plan under this setting.</param>
public sealed record StatementTime(string Statement, int Weight, double Seconds, string Plan);
