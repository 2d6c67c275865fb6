using System.Collections.Immutable;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>What is to be run.</summary>
/// <param name="Workload">The statements.</param>
/// <param name="Sweeps">Levers and settings.</param>
/// <param name="Clients">Clients at the same time.</param>
/// <param name="Repeats">Runs of each cell.</param>
/// <param name="Seed">Draws the order.</param>
/// <param name="Limit">How long it may take; null for no limit.</param>
public sealed record SweepRequest(
    TrialWorkload Workload,
    ImmutableArray<Sweep> Sweeps,
    int Clients,
    int Repeats,
    int Seed,
    TimeSpan? Limit
)
{
    /// <summary>Two levers to set together; null for none.</summary>
    public SweepGrid? Grid { get; init; }

    /// <summary>All runs.</summary>
    public ImmutableArray<PlannedRun> Plan() => SweepPlan.Of(Sweeps, Repeats, Seed, Grid);

    /// <summary>Every lever that is set.</summary>
    public IEnumerable<SweepLever> Levers =>
        Sweeps
            .Select(sweep => sweep.Lever)
            .Concat(Grid is null ? [] : [Grid.First.Lever, Grid.Second.Lever])
            .Distinct();
}
