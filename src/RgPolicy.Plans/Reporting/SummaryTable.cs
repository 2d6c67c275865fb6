using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.Reporting;

/// <summary>Several documents as a table, one line for each statement.</summary>
internal static class SummaryTable
{
    private static readonly string[] Head =
    [
        "file",
        "#",
        "kind",
        "shape",
        "share",
        "cache",
        "working set",
        "streams",
        "rows touched",
    ];

    public static void Write(StringBuilder text, IReadOnlyList<(string Path, PlanDocument Document)> files)
    {
        var rows = new List<string[]> { Head };
        foreach (var (path, document) in files)
            rows.AddRange(document.Statements.Select(statement => Row(path, statement)));
        WriteColumns(text, rows);
        foreach (var (path, document) in files)
        {
            foreach (var diagnostic in document.Diagnostics)
                text.Append(path).Append(": ").Append(DocumentText.ProblemLine(diagnostic)).Append('\n');
        }

        WriteSum(text, files);
    }

    private static void WriteSum(StringBuilder text, IReadOnlyList<(string Path, PlanDocument Document)> files)
    {
        var statements = files.SelectMany(file => file.Document.Statements).ToList();
        var shapes = statements
            .GroupBy(statement => statement.Profile.Shape)
            .OrderByDescending(group => group.Count())
            .Select(group =>
                string.Create(CultureInfo.InvariantCulture, $"{group.Count()} {PublicNames.Of(group.Key)}")
            );
        var bare = statements.Count(statement => !statement.HasPlan);
        text.Append(CultureInfo.InvariantCulture, $"{files.Count} documents, {statements.Count} statements")
            .Append(statements.Count == 0 ? "" : ": ")
            .AppendJoin(", ", shapes);
        if (bare > 0)
            text.Append(CultureInfo.InvariantCulture, $"; {bare} without operators");
        text.Append('\n');
    }

    private static string[] Row(string path, PlanStatement statement)
    {
        var profile = statement.Profile;
        return
        [
            path,
            statement.Ordinal.ToString(CultureInfo.InvariantCulture),
            PublicNames.Of(statement.Kind),
            PublicNames.Of(profile.Shape),
            profile.ShapeShare is double share
                ? string.Create(CultureInfo.InvariantCulture, $"{share * 100:0} %")
                : "-",
            PublicNames.Of(profile.CacheUse),
            profile.WorkingSetBytes.Value is decimal bytes ? FigureText.Bytes((double)bytes) : "?",
            profile.StreamedBytes.Value is decimal streamed ? FigureText.Bytes((double)streamed) : "?",
            profile.RowsTouched.Value is decimal rows ? FigureText.Count((double)rows) : "?",
        ];
    }

    private static void WriteColumns(StringBuilder text, List<string[]> rows)
    {
        var widths = Enumerable.Range(0, Head.Length).Select(column => rows.Max(row => row[column].Length)).ToArray();
        foreach (var row in rows)
        {
            var line = new StringBuilder();
            for (var column = 0; column < row.Length; column++)
                line.Append(row[column].PadRight(widths[column] + 2));
            text.Append(PlainLine.Of(line.ToString().TrimEnd())).Append('\n');
        }
    }
}
