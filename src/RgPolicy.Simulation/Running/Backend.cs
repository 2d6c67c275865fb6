using RgPolicy.Engine.Observe;

namespace RgPolicy.Simulation.Running;

/// <summary>A process of the simulated server: it keeps its place in a pool until the governor moves it.</summary>
/// <param name="processId">Its number.</param>
/// <param name="kind">What it runs, one execution after the other.</param>
internal sealed class Backend(int processId, QueryKind kind)
{
    public int ProcessId => processId;

    public QueryKind Kind => kind;

    /// <summary>Its pool's number; 0 is not throttled.</summary>
    public int Pool { get; set; }

    /// <summary>When its last execution ended.</summary>
    public double IdleSince { get; set; } = double.NegativeInfinity;

    public SessionFacts Session => kind.Query.Session;
}
