namespace RgPolicy.Plans.Judge;

/// <summary>Pages that nested loops visit.</summary>
internal readonly struct BytesOfPages : INodeMeasure
{
    public static Quantity Of(PlanNode node) => node.Structure.ArePages ? node.Structure.Bytes : default;
}
