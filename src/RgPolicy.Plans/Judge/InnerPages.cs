namespace RgPolicy.Plans.Judge;

/// <summary>Pages that the inner side of nested loops visits: all of them where it comes back to them, else the upper
/// levels of the index.</summary>
internal static class InnerPages
{
    /// <summary>Visited this often on average, pages are worth keeping.</summary>
    private const double Revisits = 2;

    /// <summary>The upper levels of an index, as a part of all its pages.</summary>
    public const double UpperLevels = 0.01;

    /// <param name="visits">Pages visited, however often the same.</param>
    /// <param name="distinct">Different ones.</param>
    /// <param name="upper">Pages of the upper levels; 0 of a scan.</param>
    /// <param name="pageBytes">Bytes of a page.</param>
    /// <param name="provenance">How that is known.</param>
    public static Structure Of(
        double visits,
        double distinct,
        double upper,
        double pageBytes,
        Provenance provenance = Provenance.Inferred
    )
    {
        var isKept = visits >= Revisits * distinct;
        return new(
            isKept ? StructureKind.InnerPages : StructureKind.UpperLevels,
            new((isKept ? distinct : upper) * pageBytes, provenance),
            0,
            distinct * pageBytes
        );
    }
}
