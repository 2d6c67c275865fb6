namespace RgPolicy.Plans.Texts;

/// <summary>One operator's line of PostgreSQL's EXPLAIN: what it is, and the figures behind it.</summary>
internal readonly record struct PostgresLine(
    string Name,
    double? Startup,
    double? Cost,
    double? Rows,
    double? Width,
    double? ActualRows,
    double? Loops
)
{
    private const string NeverExecuted = "(never executed)";

    /// <summary>First words of operators; a plan begins with one of them.</summary>
    private static readonly string[] Words = (
        "Aggregate|Append|Bitmap Heap Scan|CTE Scan|Custom Scan|Delete|Finalize|Foreign|Function Scan|"
        + "Gather|Group|GroupAggregate|Hash|HashAggregate|HashSetOp|Incremental Sort|Index Only Scan|"
        + "Index Scan|Insert|Limit|LockRows|Materialize|Memoize|Merge|MixedAggregate|Named Tuplestore Scan|"
        + "Nested Loop|Parallel|Partial|ProjectSet|Recursive Union|Result|Sample Scan|Seq Scan|SetOp|Sort|"
        + "Subquery Scan|Table Function Scan|Tid Range Scan|Tid Scan|Unique|Update|Values Scan|WindowAgg|"
        + "WorkTable Scan"
    ).Split('|');

    /// <summary>Where the first operator of a plan begins in a line, or nowhere.</summary>
    /// <param name="line">The line.</param>
    /// <param name="needsFigures">False below a header, where a plan without costs is one, too.</param>
    public static int RootIn(string line, bool needsFigures)
    {
        var figures = FiguresIn(line);
        if (figures < 0 && (needsFigures || line.Contains(": ", StringComparison.Ordinal)))
            return -1;
        var name = line.AsSpan(0, figures < 0 ? line.Length : figures);
        var first = -1;
        foreach (var word in Words)
        {
            var at = name.IndexOf(word, StringComparison.Ordinal);
            if (at >= 0 && (first < 0 || at < first) && IsWord(name, at, word.Length))
                first = at;
        }

        return first;
    }

    /// <summary>Reads what stands behind an arrow, or where a plan begins.</summary>
    /// <returns>False where figures break off.</returns>
    public static bool TryRead(string text, out PostgresLine line)
    {
        var figures = FiguresIn(text);
        line = new((figures < 0 ? text : text[..figures]).TrimEnd(), null, null, null, null, null, null);
        // Two blanks stand in front of figures alone.
        if (figures < 0)
            return !text.Contains("  (", StringComparison.Ordinal);
        var rest = text.AsSpan(figures);
        if (rest.StartsWith("(cost=", StringComparison.Ordinal))
        {
            if (!Closed(ref rest, out var costs))
                return false;
            line = line with
            {
                Startup = Figure(costs, "cost="),
                Cost = Figure(costs, ".."),
                Rows = Figure(costs, " rows="),
                Width = Figure(costs, " width="),
            };
            if (line is { Startup: null } or { Cost: null } or { Rows: null } or { Width: null })
                return false;
        }

        if (rest.StartsWith(NeverExecuted, StringComparison.Ordinal))
            line = line with { ActualRows = 0, Loops = 0 };
        else if (rest.StartsWith("(", StringComparison.Ordinal))
        {
            if (!Closed(ref rest, out var actual) || !actual.StartsWith("actual ", StringComparison.Ordinal))
                return false;
            line = line with { ActualRows = Figure(actual, " rows="), Loops = Figure(actual, " loops=") };
            return line is { ActualRows: not null, Loops: not null };
        }

        return rest.IsEmpty || line.Loops == 0;
    }

    private static int FiguresIn(string line)
    {
        var at = line.LastIndexOf("(cost=", StringComparison.Ordinal);
        if (at < 0)
            at = line.LastIndexOf("(actual ", StringComparison.Ordinal);
        return at >= 0 ? at : line.IndexOf(NeverExecuted, StringComparison.Ordinal);
    }

    private static bool Closed(ref ReadOnlySpan<char> rest, out ReadOnlySpan<char> inside)
    {
        var end = rest.IndexOf(')');
        inside = end < 0 ? default : rest[1..end];
        rest = end < 0 ? rest : rest[(end + 1)..].Trim();
        return end >= 0;
    }

    private static double? Figure(ReadOnlySpan<char> figures, string name)
    {
        var at = figures.IndexOf(name, StringComparison.Ordinal);
        if (at < 0)
            return null;
        var rest = figures[(at + name.Length)..];
        var end = rest.IndexOf(' ');
        rest = end < 0 ? rest : rest[..end];
        var range = rest.IndexOf("..", StringComparison.Ordinal);
        rest = range < 0 ? rest : rest[..range];
        return double.TryParse(rest, NumberStyles.Float, CultureInfo.InvariantCulture, out var figure) ? figure : null;
    }

    private static bool IsWord(ReadOnlySpan<char> line, int at, int length) =>
        (at == 0 || !char.IsLetterOrDigit(line[at - 1]))
        && (at + length == line.Length || !char.IsLetterOrDigit(line[at + length]));
}
