namespace RgPolicy.Engine.Sensitivity;

/// <summary>How a workload, or one of its statements, answers to one lever.</summary>
/// <param name="Lever">The lever.</param>
/// <param name="Statement">The statement's name; null for the whole workload.</param>
/// <param name="Points">Settings with at least one run, ascending.</param>
/// <param name="Knees">For 90 and 95 % of the best; empty where fewer than two settings were measured, or one of them
/// fewer than three times.</param>
internal sealed record Curve(
    SweepLever Lever,
    string? Statement,
    ImmutableArray<CurvePoint> Points,
    ImmutableArray<Knee> Knees
)
{
    /// <summary>The median of the baselines, with nothing limited; null where there is none.</summary>
    public double? Unlimited { get; init; }

    /// <summary>The statement has other plans under some settings than under others.</summary>
    public bool ChangesPlan =>
        Statement is not null && Points.SelectMany(point => point.Plans).Distinct(StringComparer.Ordinal).Count() > 1;
}

/// <summary>What was measured under one setting.</summary>
/// <param name="Setting">The setting.</param>
/// <param name="Runs">How often.</param>
/// <param name="Median">Statements per second.</param>
/// <param name="Low">The lower end of the median's 95 % interval.</param>
/// <param name="High">The upper end.</param>
/// <param name="Plans">Hashes of the plans that were seen, in the order of their names.</param>
internal sealed record CurvePoint(
    SweepSetting Setting,
    int Runs,
    double Median,
    double Low,
    double High,
    ImmutableArray<string> Plans
);
