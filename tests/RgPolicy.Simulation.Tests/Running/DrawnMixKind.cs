namespace RgPolicy.Simulation.Tests.Running;

/// <summary>How queries of a drawn mix come.</summary>
internal enum DrawnMixKind
{
    Loops,
    Staggered,
    Pauses,
    Arrivals,
    Long,
    Once,
}
