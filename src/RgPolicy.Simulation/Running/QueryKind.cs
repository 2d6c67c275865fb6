using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Running;

/// <summary>A query of the mix with what is worked out once for all its executions.</summary>
internal sealed class QueryKind
{
    public QueryKind(MixQuery query, int index, MemoryModel memory, CacheSizes caches, bool seesPhases)
    {
        (Query, Index) = (query, index);
        Loads = [.. query.Phases.Select(phase => PhaseLoad.Of(phase, memory))];
        var whole = PlanFacts.Known(MixProfile.Of(query, caches), "mix");
        Plans =
        [
            .. query.Phases.Select(phase =>
                seesPhases ? PlanFacts.Known(MixProfile.Of(phase, query.Dop, caches), "mix") : whole
            ),
        ];
        Phases = [.. query.Phases.Select(phase => seesPhases ? phase.Shape : (PlanShape?)null)];
        Statement = new StatementFacts(query.Kind, query.Name, null, false);
        TableBytes = query.Phases.Max(phase => phase.Footprint);
    }

    public MixQuery Query { get; }

    /// <summary>Its position in the mix.</summary>
    public int Index { get; }

    public ImmutableArray<PhaseLoad> Loads { get; }

    /// <summary>What a server would tell of the plan, phase by phase.</summary>
    public ImmutableArray<PlanFacts> Plans { get; }

    /// <summary>What a server would tell of the work that it is at, phase by phase.</summary>
    public ImmutableArray<PlanShape?> Phases { get; }

    public StatementFacts Statement { get; }

    public double TableBytes { get; }

    /// <summary>Executions begun.</summary>
    public int Begun { get; set; }

    /// <summary>Arrivals for which there was no backend left.</summary>
    public long Lost { get; private set; }

    /// <summary>The sum of the moments at which these came.</summary>
    public double LostTimes { get; private set; }

    /// <summary>No further execution begins.</summary>
    public bool IsDone => Query.Executions is { } most && Begun >= most;

    /// <summary>No client was free for an arrival.</summary>
    public void Lose(double time) => (Lost, LostTimes) = (Lost + 1, LostTimes + time);
}
