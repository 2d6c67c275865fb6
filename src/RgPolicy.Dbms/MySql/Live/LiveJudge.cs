namespace RgPolicy.Dbms.MySql.Live;

/// <summary>The shape of a statement by what the server counts while it runs, for MySQL shows an account like
/// RgPolicy's no plan: how tables are read by the statement's own counters, how many rows by those of the session, what
/// is done with them by the text. The weights of rows are those by which plans are judged.</summary>
internal static class LiveJudge
{
    public const string Source = "live counters";

    private const long FewRows = 2_000;
    private const long ManyWritten = 1_000;
    private const long SmallInner = 1024 * 1024;

    // Of those read: a write of less takes the shape of its reading.
    private const double WrittenPart = 0.1;

    // A grouped row weighs as much as three that are only read.
    private const double GroupWeight = 3;

    public static PlanProfile Judge(StatementKind kind, StatementClauses clauses, LiveFacts facts, long rowsWritten)
    {
        var writes =
            kind is StatementKind.Insert or StatementKind.Update or StatementKind.Delete or StatementKind.Merge;
        var (shape, reason) = writes ? OfWrite(kind, clauses, facts, rowsWritten) : OfQuery(clauses, facts);
        var tables = facts.Tables ?? [];
        var scanned = facts.Access is { Scans: 0, FullJoins: 0 } ? 0 : tables.Sum(each => each.Bytes ?? 0);
        return new PlanProfile
        {
            Shape = shape,
            ShapeProvenance = Provenance.Inferred,
            Reason = reason,
            Writes = writes,
            CacheUse = shape == PlanShape.Utility ? CacheUse.Neutral : CacheUse.Sensitive,
            RowsTouched = Inferred(shape == PlanShape.Oltp ? facts.Rows.Read : Work(facts)),
            StreamedBytes = Inferred(shape == PlanShape.Oltp ? 0 : scanned),
            WorkingSetBytes =
                shape is PlanShape.Join or PlanShape.Sort or PlanShape.Aggregation && facts.MemoryBytes > 0
                    ? Inferred(facts.MemoryBytes)
                    : Figure.Unknown,
            Tables = [.. tables.Select(each => $"{each.Schema}.{each.Name}")],
        };
    }

    /// <summary>Whether a longer look may find another shape: few rows so far.</summary>
    public static bool MayChange(PlanProfile profile) =>
        profile.Shape is PlanShape.Oltp or PlanShape.Utility || profile.Writes;

    private static (PlanShape Shape, string Reason) OfWrite(
        StatementKind kind,
        StatementClauses clauses,
        LiveFacts facts,
        long written
    )
    {
        var read = Math.Max(facts.Rows.Read, facts.Access.RowsExamined);
        if (written > ManyWritten && written > WrittenPart * read)
            return (PlanShape.Write, Text($"it has written {written} rows so far"));
        if (kind == StatementKind.Insert && !clauses.HasQuery)
            return (PlanShape.Oltp, "it writes the rows that its text has");
        if (clauses is { Filters: false, Groups: false, Limit: null } && Size(facts) > FewRows)
            return (PlanShape.Write, Text($"it writes what it reads, {Size(facts)} rows"));
        if (kind == StatementKind.Insert)
            return OfQuery(clauses, facts);
        return read > FewRows
            ? (PlanShape.Scan, Text($"it has read {read} rows so far to find those that it writes"))
            : (PlanShape.Oltp, Text($"it has read {read} rows so far, and written {written}"));
    }

    private static (PlanShape Shape, string Reason) OfQuery(StatementClauses clauses, LiveFacts facts)
    {
        var (access, rows) = (facts.Access, facts.Rows.Read);
        if (facts.Tables is { IsEmpty: true } && (rows <= FewRows || clauses.IsRecursive))
            return (PlanShape.Utility, "it has no table open");
        if (rows > FewRows)
            return OfManyRows(clauses, facts);
        if (access is { Scans: 0, FullJoins: 0 })
        {
            var by = access.Ranges > 0 ? "a range of an index" : "keys";
            return (PlanShape.Oltp, Text($"it reads by {by}, {rows} rows so far"));
        }

        if (HasSizes(facts) && Combinations(facts) <= FewRows)
            return (PlanShape.Oltp, Text($"its tables have {Size(facts)} rows"));
        return IsFirstPage(clauses, access)
            ? (PlanShape.Oltp, Text($"it reads the first {clauses.Limit} rows of an index"))
            : OfManyRows(clauses, facts);
    }

    // A LIMIT ends the reading early only where nothing has to be read whole before.
    private static bool IsFirstPage(StatementClauses clauses, AccessCounts access) =>
        clauses is { Limit: <= FewRows, Groups: false, HasWindows: false, Joins: false, Filters: false }
        && access is { Sorts: 0, TemporaryTables: 0, FullJoins: 0 };

    private static (PlanShape Shape, string Reason) OfManyRows(StatementClauses clauses, LiveFacts facts)
    {
        var rows = facts.Rows.Read > FewRows ? Text($"{facts.Rows.Read} rows so far") : Text($"{Size(facts)} rows");
        if (IsJoin(clauses, facts))
        {
            return HasSmallInner(facts) && clauses.Groups
                ? (PlanShape.Aggregation, $"it groups joined rows, {rows}")
                : (PlanShape.Join, $"it joins tables{HowJoined(facts)}, {rows}");
        }

        if (clauses.Groups && IsGroupingWork(facts))
            return (PlanShape.Aggregation, $"it groups what it reads, {rows}");
        if (facts.Access.Sorts > 0)
            return (PlanShape.Sort, $"it sorts what it reads, {rows}");
        return clauses.HasWindows
            ? (PlanShape.Aggregation, $"it computes windows over what it reads, {rows}")
            : (PlanShape.Scan, $"it reads {rows}");
    }

    private static bool IsJoin(StatementClauses clauses, LiveFacts facts) =>
        facts.Access.FullJoins > 0 || clauses.Joins || (!clauses.Unites && HasSizes(facts) && facts.Tables?.Length > 1);

    // Without them a view cannot be told from a table.
    private static bool HasSizes(LiveFacts facts) =>
        facts.Tables is { } tables && tables.All(each => each is { Rows: not null, Bytes: not null });

    private static string HowJoined(LiveFacts facts) => facts.Access.FullJoins > 0 ? " without an index" : "";

    // Whatever is joined to the largest table fits in little memory.
    private static bool HasSmallInner(LiveFacts facts) =>
        HasSizes(facts)
        && facts.Tables is { Length: > 1 } tables
        && tables.OrderByDescending(each => each.Bytes).Skip(1).All(each => each.Bytes <= SmallInner);

    // Few of the rows that are read may be grouped: those that pass go into a temporary table, or are sorted.
    private static bool IsGroupingWork(LiveFacts facts) =>
        facts.Rows.Read <= FewRows
        || facts.Access.TemporaryTables == 0
        || GroupWeight * facts.Rows.Stored >= facts.Rows.Read;

    // Without an index each row is compared with each of the others.
    private static double Combinations(LiveFacts facts) =>
        Math.Max(
            Size(facts),
            Math.Pow(
                (facts.Tables ?? []).Select(each => each.Rows ?? 0).DefaultIfEmpty().Max(),
                facts.Access.FullJoins + 1
            )
        );

    private static long Size(LiveFacts facts) => (facts.Tables ?? []).Sum(each => each.Rows ?? 0);

    private static long Work(LiveFacts facts) =>
        Math.Max(facts.Rows.Read, facts.Access is { Scans: 0, FullJoins: 0 } ? 0 : Size(facts));

    private static Figure Inferred(long value) => new(value, Provenance.Inferred);

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
