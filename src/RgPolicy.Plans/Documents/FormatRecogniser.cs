namespace RgPolicy.Plans.Documents;

/// <summary>Tells the formats that are JSON by their content.</summary>
internal static class FormatRecogniser
{
    public static PlanFormat Recognise(string text)
    {
        if (Has(text, "\"Node Type\"") || Has(text, "\"Plan\"") || Has(text, "\"Utility Statement\""))
            return PlanFormat.PostgresJson;
        if (Has(text, "\"query_block\"") || Has(text, "\"query_optimization\"") || Has(text, "\"query_plan\""))
            return IsMariaDb(text) ? PlanFormat.MariaDbJson : PlanFormat.MySqlJson;
        return PlanFormat.Unrecognised;
    }

    /// <summary>MySQL always carries one of its own words as soon as there is a table or a message.</summary>
    private static bool IsMariaDb(string text)
    {
        if (Has(text, "\"cost_info\"") || Has(text, "\"rows_examined_per_scan\"") || Has(text, "\"query_plan\""))
            return false;
        return Has(text, "\"r_loops\"") || Has(text, "\"r_rows\"") || Has(text, "\"rows\"") || Has(text, "\"query_optimization\"")
            || Has(text, "\"table\"");
    }

    private static bool Has(string text, string word) => text.Contains(word, StringComparison.Ordinal);
}
