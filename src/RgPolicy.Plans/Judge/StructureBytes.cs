namespace RgPolicy.Plans.Judge;

/// <summary>What an operator accesses at random.</summary>
internal readonly struct StructureBytes : INodeMeasure
{
    public static Quantity Of(PlanNode node) => node.Structure.Bytes;
}
