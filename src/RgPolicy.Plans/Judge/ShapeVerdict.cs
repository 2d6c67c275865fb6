namespace RgPolicy.Plans.Judge;

/// <summary>A shape, how close the call was, and why.</summary>
internal sealed record ShapeVerdict(PlanShape Shape, string Reason)
{
    public double? Share { get; init; }

    public PlanShape? RunnerUp { get; init; }

    public double? RunnerUpShare { get; init; }

    public Provenance Provenance { get; init; } = Provenance.Actual;
}
