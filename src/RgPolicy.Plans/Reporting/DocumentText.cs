using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.Reporting;

/// <summary>One document in detail: each statement's verdict with its reason, its figures, and its
/// operators as a tree.</summary>
internal static class DocumentText
{
    private const int LongestText = 100;

    public static void Write(StringBuilder text, string path, PlanDocument document, PlanReaderOptions options)
    {
        Line(
            text,
            $"{path}: {PublicNames.Of(document.Format)}, {document.Encoding}, {Counted(document.Statements.Length, "statement")}"
        );
        foreach (var diagnostic in document.Diagnostics)
            Line(text, ProblemLine(diagnostic));
        foreach (var statement in document.Statements)
        {
            text.Append('\n');
            WriteStatement(text, statement, options);
        }
    }

    public static string ProblemLine(PlanDiagnostic diagnostic)
    {
        var place =
            diagnostic.Line > 0
                ? string.Create(CultureInfo.InvariantCulture, $" at {diagnostic.Line}:{diagnostic.Column}")
                : "";
        return PlainLine.Of($"{diagnostic.Severity} {diagnostic.Code}{place}: {diagnostic.Message}");
    }

    private static void WriteStatement(StringBuilder text, PlanStatement statement, PlanReaderOptions options)
    {
        var profile = statement.Profile;
        var head = string.Create(
            CultureInfo.InvariantCulture,
            $"#{statement.Ordinal} {PublicNames.Of(statement.Kind)}"
        );
        Line(text, statement.Text is { } sql ? $"{head}: {OneLine(sql)}" : head);
        Line(text, $"  shape        {PublicNames.Of(profile.Shape)}{Share(profile.ShapeShare)}{RunnerUp(profile)}");
        Line(text, $"  why          {profile.Reason}");
        Line(text, $"  cache        {Cache(profile)}");
        Line(text, $"  working set  {WorkingSet(profile, options)}");
        Line(text, $"  streams      {Bytes(profile.StreamedBytes)}");
        if (profile.MemoryGrantBytes.Value is not null)
            Line(text, $"  grant        {Bytes(profile.MemoryGrantBytes)}");
        Line(
            text,
            $"  rows         touched {Count(profile.RowsTouched)}, returned {Count(profile.RowsReturned)}, "
                + $"random accesses {Count(profile.RandomAccesses)}"
        );
        Line(
            text,
            $"  parallelism  {Count(profile.Dop)}; cost {Count(profile.Cost)}; {(profile.Writes ? "writes" : "reads only")}"
        );
        OperatorTree.Write(text, profile);
    }

    private static string Share(double? share) =>
        share is double value ? string.Create(CultureInfo.InvariantCulture, $" ({value * 100:0} %)") : "";

    private static string RunnerUp(PlanProfile profile) =>
        profile.RunnerUp is { } shape ? $", then {PublicNames.Of(shape)}{Share(profile.RunnerUpShare)}" : "";

    private static string Cache(PlanProfile profile)
    {
        var locality = profile.Locality is { } known ? PublicNames.Of(known) + " locality" : "locality unknown";
        var reuse = profile.Temporality is { } temporality ? ", " + PublicNames.Of(temporality) : "";
        return $"{PublicNames.Of(profile.CacheUse)}, {locality}{reuse}";
    }

    private static string WorkingSet(PlanProfile profile, PlanReaderOptions options)
    {
        var figure = Bytes(profile.WorkingSetBytes);
        if (profile.WorkingSetBytes.Value is not decimal bytes || options.LlcBytes <= 0)
            return figure;
        var part = (double)bytes / options.LlcBytes * 100;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{figure}, {part:0.#} % of an LLC of {FigureText.Bytes(options.LlcBytes)}"
        );
    }

    private static string Bytes(Figure figure) =>
        figure.Value is decimal value
            ? $"{FigureText.Bytes((double)value)} ({PublicNames.Of(figure.Provenance)})"
            : "unknown";

    private static string Count(Figure figure) =>
        figure.Value is decimal value ? FigureText.Count((double)value) : "unknown";

    private static string Counted(int count, string noun) =>
        string.Create(CultureInfo.InvariantCulture, $"{count} {noun}{(count == 1 ? "" : "s")}");

    private static string OneLine(string sql)
    {
        var words = string.Join(' ', sql.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        return words.Length <= LongestText ? words : words[..LongestText] + "...";
    }

    private static void Line(StringBuilder text, string line) => text.Append(PlainLine.Of(line)).Append('\n');
}

/// <summary>Names of a plan can hold line ends; in a report they make no lines of their own.</summary>
internal static class PlainLine
{
    /// <summary>The text with escapes in place of line ends.</summary>
    public static string Of(string text) =>
        text.AsSpan().IndexOfAny('\n', '\r') < 0
            ? text
            : text.Replace("\n", "\\n", StringComparison.Ordinal).Replace("\r", "\\r", StringComparison.Ordinal);
}

/// <summary>Operators as an indented tree; the one with the most weighted work is marked.</summary>
internal static class OperatorTree
{
    private const int DeepestIndent = 40;

    public static void Write(StringBuilder text, PlanProfile profile)
    {
        if (profile.Operators.IsEmpty)
            return;
        var total = profile.Operators.Sum(node => node.Weight);
        var top = total > 0 ? profile.Operators.MaxBy(node => node.Weight)?.Id : null;
        var depths = new int[profile.Operators.Length];
        text.Append("  operators    (> marks the most work)\n");
        foreach (var node in profile.Operators)
        {
            depths[node.Id] = node.Parent is int parent ? depths[parent] + 1 : 0;
            text.Append(node.Id == top ? "  > " : "    ");
            text.Append(' ', 2 * Math.Min(depths[node.Id], DeepestIndent)).Append(PlainLine.Of(node.Name));
            if (node.Table is { } table)
                text.Append(" on ").Append(PlainLine.Of(table));
            text.Append(Figures(node, total)).Append('\n');
        }
    }

    private static string Figures(PlanOperator node, double total)
    {
        var words = new List<string>();
        if (node.Rows.Value is decimal rows)
            words.Add(FigureText.Rows((double)rows));
        if (node.Executions.Value is decimal runs && runs != 1)
            words.Add(runs == 0 ? "never ran" : $"{FigureText.Count((double)runs)} executions");
        if (node.StructureBytes.Value is decimal bytes and > 0)
            words.Add($"keeps {FigureText.Bytes((double)bytes)}");
        if (node.StreamedBytes.Value is decimal streamed and > 0)
            words.Add($"streams {FigureText.Bytes((double)streamed)}");
        if (node.Weight > 0 && total > 0)
            words.Add(string.Create(CultureInfo.InvariantCulture, $"{node.Weight / total * 100:0} % of the work"));
        return words.Count == 0 ? "" : "  (" + string.Join(", ", words) + ")";
    }
}
