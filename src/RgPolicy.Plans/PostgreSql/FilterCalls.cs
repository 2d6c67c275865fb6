namespace RgPolicy.Plans.PostgreSql;

/// <summary>
/// Operator calls of a filter for each row: one more than its AND and OR words; of a list in ANY the
/// planner expects half
/// (costsize.c, cost_qual_eval_walker).
/// </summary>
internal static class FilterCalls
{
    public static double Of(ReadOnlySpan<byte> filter) =>
        1 + filter.Count(" AND "u8) + filter.Count(" OR "u8) + InLists(filter);

    /// <summary>Calls beyond the first for each list that a row is compared with.</summary>
    private static double InLists(ReadOnlySpan<byte> filter)
    {
        var list = " ANY ("u8;
        var calls = 0.0;
        for (var at = filter.IndexOf(list); at >= 0; at = filter.IndexOf(list))
        {
            filter = filter[(at + 1)..];
            var end = filter.IndexOf((byte)'}');
            if (end > 0)
                calls += Math.Max(0, ((filter[..end].Count((byte)',') + 1) / 2.0) - 1);
        }

        return calls;
    }
}
