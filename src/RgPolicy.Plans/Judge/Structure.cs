namespace RgPolicy.Plans.Judge;

/// <summary>Randomly accessed memory of an operator.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Bytes">In memory at the same time, all processes together.</param>
/// <param name="WantedBytes">What it would take without a budget, all processes together.</param>
/// <param name="SideBytes">One whole copy without a budget: the size of a build or inner side.</param>
internal readonly record struct Structure(StructureKind Kind, Quantity Bytes, double WantedBytes, double SideBytes)
{
    /// <summary>True for pages that nested loops visit, which no operator asks memory for.</summary>
    public bool ArePages => Kind is StructureKind.InnerPages or StructureKind.UpperLevels;

    /// <summary>Pages that nested loops visit, bytes.</summary>
    public Quantity PageBytes => ArePages ? Bytes : default;

    /// <summary>Bytes that are not counted as work memory.</summary>
    public Quantity BesideWorkMemory => Kind is StructureKind.HashTable or StructureKind.Sort ? default : Bytes;

    /// <summary>Memory of operators that ask for work memory, as if there were no budget.</summary>
    public Quantity Wanted =>
        this switch
        {
            { Kind: StructureKind.None } or { ArePages: true } => default,
            { Bytes.IsKnown: false } => Quantity.Unknown,
            _ => new(WantedBytes, Quantity.Worse(Bytes.Provenance, Provenance.Inferred)),
        };
}

/// <summary>What an operator's randomly accessed memory is.</summary>
internal enum StructureKind
{
    None,
    HashTable,
    Sort,
    Spool,
    Bitmap,

    /// <summary>Pages of a relation or index that nested loops visit again and again.</summary>
    InnerPages,

    /// <summary>The upper levels of an index whose other pages they visit about once.</summary>
    UpperLevels,
}
