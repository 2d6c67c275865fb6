namespace RgPolicy.Plans.Documents;

/// <summary>Tells the formats that are JSON by their content.</summary>
internal static class FormatRecogniser
{
    public static PlanFormat Recognise(ReadOnlySpan<byte> text)
    {
        var first = text.TrimStart("[{ \t\r\n"u8);
        if (first.StartsWith("\"query_block\""u8))
            return IsMariaDb(text) ? PlanFormat.MariaDbJson : PlanFormat.MySqlJson;
        if (
            first.StartsWith("\"Plan\""u8)
            || Has(text, "\"Node Type\""u8)
            || Has(text, "\"Plan\""u8)
            || Has(text, "\"Utility Statement\""u8)
        )
            return PlanFormat.PostgresJson;
        if (Has(text, "\"query_block\""u8) || Has(text, "\"query_optimization\""u8) || Has(text, "\"query_plan\""u8))
            return IsMariaDb(text) ? PlanFormat.MariaDbJson : PlanFormat.MySqlJson;
        return IsIteratorPlan(text) ? PlanFormat.MySqlJson : PlanFormat.Unrecognised;
    }

    /// <summary>MySQL's second format had no name around the plan at first.</summary>
    private static bool IsIteratorPlan(ReadOnlySpan<byte> text) =>
        Has(text, "\"operation\""u8)
        && Has(text, "\"access_type\""u8)
        && (Has(text, "\"estimated_rows\""u8) || Has(text, "\"inputs\""u8));

    /// <summary>MySQL always carries one of its own words as soon as there is a table or a message.</summary>
    private static bool IsMariaDb(ReadOnlySpan<byte> text)
    {
        if (Has(text, "\"cost_info\""u8) || Has(text, "\"rows_examined_per_scan\""u8) || Has(text, "\"query_plan\""u8))
            return false;
        return Has(text, "\"r_loops\""u8)
            || Has(text, "\"r_rows\""u8)
            || Has(text, "\"rows\""u8)
            || Has(text, "\"query_optimization\""u8)
            || Has(text, "\"table\""u8);
    }

    private static bool Has(ReadOnlySpan<byte> text, ReadOnlySpan<byte> word) => text.IndexOf(word) >= 0;
}
