namespace RgPolicy.Plans.Judge;

/// <summary>A shape, how close the call was, and why.</summary>
internal readonly record struct ShapeVerdict(PlanShape Shape, string Reason)
{
    public double? Share { get; init; }

    public PlanShape? RunnerUp { get; init; }

    public double? RunnerUpShare { get; init; }

    /// <summary>Actual unless told otherwise.</summary>
    public Provenance Provenance { get; init; }
}
