using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Simulation.Mixes;

/// <summary>One kind of query, and who runs it how often.</summary>
internal sealed record MixQuery
{
    /// <summary>Its name, also its fingerprint.</summary>
    public required string Name { get; init; }

    /// <summary>Who runs it.</summary>
    public SessionFacts Session { get; init; } = new("", "", "", "", false);

    /// <summary>The statement's kind.</summary>
    public StatementKind Kind { get; init; } = StatementKind.Select;

    /// <summary>What the plan as a whole is; null where the longest phase decides.</summary>
    public PlanShape? Shape { get; init; }

    /// <summary>Its phases, one after the other; at least one.</summary>
    public ImmutableArray<MixPhase> Phases { get; init; } = [];

    /// <summary>Threads of an execution.</summary>
    public int Dop { get; init; } = 1;

    /// <summary>Clients that run it, each one execution at a time.</summary>
    public int Clients { get; init; } = 1;

    /// <summary>Seconds that a client waits after an execution; unused where executions arrive.</summary>
    public double ThinkSeconds { get; init; }

    /// <summary>An execution arrives so often, whether earlier ones have ended or not; null for a closed
    /// loop.</summary>
    public double? EverySeconds { get; init; }

    /// <summary>When its first execution begins.</summary>
    public double BeginsSeconds { get; init; }

    /// <summary>Executions of all clients together; null for as many as there is time for.</summary>
    public int? Executions { get; init; }

    /// <summary>The position of the last-level cache that it is bound to; null for the one with the fewest
    /// threads.</summary>
    public int? Domain { get; init; }
}
