namespace RgPolicy.Plans.Judge;

/// <summary>Randomly accessed memory of an operator.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Bytes">In memory at the same time, all processes together.</param>
/// <param name="WantedBytes">What it would take without a budget, all processes together.</param>
/// <param name="SideBytes">One whole copy without a budget: the size of a build or inner side.</param>
internal readonly record struct Structure(StructureKind Kind, Quantity Bytes, double WantedBytes, double SideBytes)
{
    /// <summary>The kinds that are pages, one bit each.</summary>
    public const uint PageKinds = (1u << (int)StructureKind.InnerPages) | (1u << (int)StructureKind.UpperLevels);

    /// <summary>The kinds that are anything, one bit each.</summary>
    public const uint AnyKind = ~(1u << (int)StructureKind.None);

    /// <summary>True for pages that nested loops visit, which no operator asks memory for.</summary>
    public bool ArePages => (PageKinds & (1u << (int)Kind)) != 0;
}
