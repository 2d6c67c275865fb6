using RgPolicy.Engine.Compile;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Status;

/// <summary>The queries of the last good poll, with the program that they were decided by: after a reload that is the
/// one before until the next poll.</summary>
/// <param name="Program">It has their classes and pools.</param>
/// <param name="Seen">What the poll saw.</param>
/// <param name="Queries">In the order of their processes.</param>
/// <param name="Review">What a gate would have done; null where the policy asks for no advice.</param>
internal sealed record DecidedQueries(
    PolicyProgram Program,
    Observation Seen,
    IReadOnlyList<GovernedQuery> Queries,
    CoRunAdvice? Review
)
{
    /// <summary>The poll's time on the DBMS's clock without its jumps.</summary>
    public DateTimeOffset Time => Seen.Time;

    /// <summary>The host's pressure at that time, or null.</summary>
    public HostPressure? Pressure => Seen.Pressure;
}
