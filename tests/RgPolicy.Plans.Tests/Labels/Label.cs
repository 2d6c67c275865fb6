namespace RgPolicy.Plans.Tests.Labels;

/// <summary>What a person says about one statement of the shared corpus, by the definitions, with the reason.</summary>
/// <param name="File">Path below the corpus.</param>
/// <param name="Ordinal">The statement's position in the document.</param>
/// <param name="Shape">The shape.</param>
/// <param name="CacheUse">The cache use, or null where the plan leaves it open.</param>
/// <param name="WorkingSet">Bytes calculated by hand, or null.</param>
/// <param name="Reason">Why.</param>
internal sealed record Label(
    string File,
    int Ordinal,
    PlanShape Shape,
    CacheUse? CacheUse,
    double? WorkingSet,
    string Reason
)
{
    /// <summary>All labels, in the order of the file.</summary>
    public static IReadOnlyList<Label> All { get; } =
    [.. System.IO.File.ReadLines(Path.Combine(AppContext.BaseDirectory, "Labels", "labels.tsv")).Skip(1).Select(Parse)];

    private static Label Parse(string line)
    {
        var fields = line.Split('\t');
        return new(
            fields[0],
            int.Parse(fields[1], CultureInfo.InvariantCulture),
            Enum.Parse<PlanShape>(fields[2].Replace("_", "", StringComparison.Ordinal), ignoreCase: true),
            fields[3] == "-" ? null : Enum.Parse<CacheUse>(fields[3], ignoreCase: true),
            fields[4] == "-" ? null : double.Parse(fields[4], CultureInfo.InvariantCulture),
            fields[5]
        );
    }
}
