namespace RgPolicy.Plans.Judge;

/// <summary>A size of an operator that is added up over a plan.</summary>
internal interface INodeMeasure
{
    /// <summary>Bytes; nothing where the operator has no such structure.</summary>
    static abstract Quantity Of(PlanNode node);
}

/// <summary>Pages that nested loops visit.</summary>
internal readonly struct BytesOfPages : INodeMeasure
{
    public static Quantity Of(PlanNode node) => node.Structure.ArePages ? node.Structure.Bytes : default;
}

/// <summary>What an operator accesses at random.</summary>
internal readonly struct StructureBytes : INodeMeasure
{
    public static Quantity Of(PlanNode node) => node.Structure.Bytes;
}

/// <summary>The same without what is counted as work memory.</summary>
internal readonly struct BytesBesideWorkMemory : INodeMeasure
{
    public static Quantity Of(PlanNode node) =>
        node.Structure.Kind is StructureKind.HashTable or StructureKind.Sort ? default : node.Structure.Bytes;
}

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
