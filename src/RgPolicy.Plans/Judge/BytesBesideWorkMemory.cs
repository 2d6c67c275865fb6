namespace RgPolicy.Plans.Judge;

/// <summary>The same without what is counted as work memory.</summary>
internal readonly struct BytesBesideWorkMemory : INodeMeasure
{
    public static Quantity Of(PlanNode node) =>
        node.Structure.Kind is StructureKind.HashTable or StructureKind.Sort ? default : node.Structure.Bytes;
}
