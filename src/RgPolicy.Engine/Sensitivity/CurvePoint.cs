using System.Collections.Immutable;

namespace RgPolicy.Engine.Sensitivity;

/// <summary>What was measured under one setting.</summary>
/// <param name="Setting">The setting.</param>
/// <param name="Runs">How often.</param>
/// <param name="Median">Statements per second.</param>
/// <param name="Low">The lower end of the median's 95 % interval.</param>
/// <param name="High">The upper end.</param>
/// <param name="Plans">Hashes of the plans that were seen, in the order of their names.</param>
public sealed record CurvePoint(
    SweepSetting Setting,
    int Runs,
    double Median,
    double Low,
    double High,
    ImmutableArray<string> Plans
);
