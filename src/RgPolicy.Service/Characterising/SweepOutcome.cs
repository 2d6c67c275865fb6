using System.Collections.Immutable;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>How a sweep ended.</summary>
/// <param name="Planned">Runs that were planned.</param>
/// <param name="Runs">Runs that were measured, those of earlier attempts too.</param>
/// <param name="Failures">What could not be measured, with the reason.</param>
/// <param name="Stopped">Why it ended early, or null.</param>
/// <param name="IsTimeUp">It ended early because the time that was given is over.</param>
public sealed record SweepOutcome(
    int Planned,
    ImmutableArray<MeasuredRun> Runs,
    ImmutableArray<string> Failures,
    string? Stopped,
    bool IsTimeUp = false
);
