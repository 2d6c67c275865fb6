namespace RgPolicy.Plans.Judge;

/// <summary>Memory of operators that ask for work memory, as if there were no budget.</summary>
internal readonly struct WantedBytes : INodeMeasure
{
    public static Quantity Of(PlanNode node) =>
        node.Structure switch
        {
            { Kind: StructureKind.None } or { ArePages: true } => default,
            { Bytes.IsKnown: false } => Quantity.Unknown,
            _ => new(node.Structure.WantedBytes, Quantity.Worse(node.Structure.Bytes.Provenance, Provenance.Inferred)),
        };
}
