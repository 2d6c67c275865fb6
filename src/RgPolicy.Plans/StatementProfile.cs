namespace RgPolicy.Plans;

/// <summary>What can be said about a statement without its plan.</summary>
public static class StatementProfile
{
    private const double ShortMeanSeconds = 0.050;
    private const double FewBuffers = 1_000;
    private const double YoungSeconds = 1;
    private static readonly Figure Nothing = new(0, Provenance.Inferred);

    /// <summary>
    /// The profile of a statement that never has a plan: loads, index builds, maintenance, utilities.
    /// Null where a plan is needed.
    /// </summary>
    public static PlanProfile? FromKind(StatementKind kind) =>
        kind switch
        {
            StatementKind.BulkLoad => Of(PlanShape.BulkLoad, "the statement loads a table") with { Writes = true },
            StatementKind.IndexBuild => Of(PlanShape.Maintenance, "the statement builds an index") with
            {
                Writes = true,
            },
            StatementKind.Maintenance => Of(PlanShape.Maintenance, "the statement is maintenance"),
            StatementKind.Utility => Of(PlanShape.Utility, "the statement reads no table") with
            {
                CacheUse = CacheUse.Neutral,
                WorkingSetBytes = Nothing,
                StreamedBytes = Nothing,
                RandomAccesses = Nothing,
                RowsTouched = Nothing,
            },
            _ => null,
        };

    /// <summary>
    /// The profile of a write, or of SELECT FOR UPDATE, whose plan may not be read: short or small by
    /// history, or without history still young and not known to read much, is oltp; anything else is a write.
    /// </summary>
    /// <param name="kind">The statement's kind.</param>
    /// <param name="meanElapsedSeconds">Mean duration of its earlier executions, with their waits, seconds; null
    /// without history.</param>
    /// <param name="meanBuffers">
    /// Buffers that an earlier execution looked at, on average; null when not known. What updates one
    /// row that many want is slow by its waits alone, and would be slower still if it were throttled.
    /// </param>
    /// <param name="ageSeconds">How long it has been running, without its waits for locks, seconds.</param>
    /// <param name="writing">
    /// Where its rows, or what is read to find them, are known to be many, that in words such as
    /// <c>finds its rows by a scan</c>; else null.
    /// </param>
    public static PlanProfile Inferred(
        StatementKind kind,
        double? meanElapsedSeconds,
        double? meanBuffers,
        double ageSeconds,
        string? writing = null
    )
    {
        if (FromKind(kind) is { } known)
            return known;
        var (isShort, reason) = meanElapsedSeconds switch
        {
            < ShortMeanSeconds => (true, "its plan may not be read; it has been short so far (mean below 50 ms)"),
            not null when meanBuffers <= FewBuffers => (
                true,
                "its plan may not be read; it has looked at few buffers so far (1,000 or fewer on average)"
            ),
            not null => (false, "its plan may not be read; it has not been short so far (mean 50 ms or more)"),
            null when writing is not null => (false, $"its plan may not be read; it has no history and {writing}"),
            null when ageSeconds < YoungSeconds => (
                true,
                "its plan may not be read; it has no history and has run for less than 1 s"
            ),
            _ => (false, "its plan may not be read; it has no history and has run for 1 s or more"),
        };
        return Of(isShort ? PlanShape.Oltp : PlanShape.Write, reason) with { Writes = true };
    }

    private static PlanProfile Of(PlanShape shape, string reason) =>
        new()
        {
            Shape = shape,
            ShapeProvenance = Provenance.Inferred,
            Reason = reason,
        };
}
