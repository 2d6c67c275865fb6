namespace RgPolicy.Engine.Sensitivity;

/// <summary>The whole workload, once, under one setting.</summary>
/// <param name="Number">Its place in the order, from 0.</param>
/// <param name="Lever">The lever; null for a baseline, with nothing limited.</param>
/// <param name="Setting">The setting; null for a baseline.</param>
/// <param name="Repeat">Which repeat of the cell it is, from 0.</param>
public sealed record PlannedRun(int Number, SweepLever? Lever, SweepSetting? Setting, int Repeat)
{
    /// <summary>A second lever that is set at the same time, in a grid.</summary>
    public (SweepLever Lever, SweepSetting Setting)? With { get; init; }

    /// <summary>What a lever is set to; null where it is left alone.</summary>
    /// <param name="lever">The lever.</param>
    public long? ValueOf(SweepLever lever) =>
        Lever == lever ? Setting?.Value
        : With is { } with && with.Lever == lever ? with.Setting.Value
        : null;

    /// <summary>Nothing is limited: it tells whether the machine is still the same.</summary>
    public bool IsBaseline => Lever is null;
}
