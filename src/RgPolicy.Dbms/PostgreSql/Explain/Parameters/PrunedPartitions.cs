namespace RgPolicy.Dbms.PostgreSql.Explain.Parameters;

/// <summary>A statement whose parameters choose partitions. It is explained with NULL for each, which no partition
/// holds: EXPLAIN takes away all of them, as an execution with these values would, and what is left looks like a
/// statement that reads nothing.</summary>
internal static class PrunedPartitions
{
    public const string Choice = "which partitions its parameters choose";

    private const decimal MostRows = 2_000;

    /// <summary>How many partitions are gone where none is left; 0 where the plan is whole.</summary>
    public static int Count(string plan)
    {
        if (!plan.Contains("\"Subplans Removed\": ", StringComparison.Ordinal))
            return 0;
        try
        {
            using var document = JsonDocument.Parse(plan, new JsonDocumentOptions { MaxDepth = 4096 });
            return Removed(document.RootElement);
        }
        catch (JsonException)
        {
            return 0;
        }
    }

    /// <summary>
    /// The statement with values that are not known before it runs: what its constants choose is gone, and of all
    /// others the plan is shown.
    /// </summary>
    public static string Keep(string text, IReadOnlyList<string> types)
    {
        var sql = new SqlText(text);
        // With its type behind it, it is a value also where a query could stand, as in = ANY ($1).
        return sql.With(
            from at in Enumerable.Range(0, sql.Count)
            let number = sql.Parameter(at)
            where number <= types.Count
            select (at, at, FormattableString.Invariant($"(SELECT ${number})::{types[number.Value - 1]}"))
        );
    }

    /// <summary>The statement where it reads one partition, which may be a short one; null where it is not.</summary>
    public static PlanFacts? One(PlanFacts all, int partitions) =>
        partitions > 1
        && all.Profile is { Shape: not PlanShape.Oltp, RowsTouched: { Value: { } rows } } profile
        && rows / partitions <= MostRows
            ? PlanFacts.Known(
                profile with
                {
                    Shape = PlanShape.Oltp,
                    ShapeShare = null,
                    RunnerUp = null,
                    RunnerUpShare = null,
                    Reason = FormattableString.Invariant(
                        $"touches {rows / partitions:N0} rows in one of {partitions} partitions"
                    ),
                },
                all.Source
            )
            : null;

    private static int Removed(JsonElement element)
    {
        var sum = 0;
        if (element.ValueKind == JsonValueKind.Array)
        {
            foreach (var item in element.EnumerateArray())
                sum += Removed(item);
        }
        else if (element.ValueKind == JsonValueKind.Object)
        {
            // Where some are left, the others were taken away by what is known, such as now().
            if (
                element.TryGetProperty("Subplans Removed", out var removed)
                && IsBare(element)
                && removed.TryGetInt32(out var count)
            )
                sum += count;
            foreach (var member in element.EnumerateObject())
                sum += Removed(member.Value);
        }

        return sum;
    }

    private static bool IsBare(JsonElement node) =>
        !node.TryGetProperty("Plans", out var plans) || plans.GetArrayLength() == 0;
}
