namespace RgPolicy.Plans.Judge;

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
