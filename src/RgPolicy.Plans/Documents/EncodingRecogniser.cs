namespace RgPolicy.Plans.Documents;

/// <summary>The encoding of a document by byte-order mark and content; what it declares about itself is
/// not believed.</summary>
internal static class EncodingRecogniser
{
    private const int Sample = 1024;

    /// <summary>The encoding, its name, and how many bytes the mark takes.</summary>
    public static (Encoding Encoding, string Name, int Mark) Recognise(ReadOnlySpan<byte> document)
    {
        if (document.StartsWith((ReadOnlySpan<byte>)[0xEF, 0xBB, 0xBF]))
            return (Encoding.UTF8, "utf-8", 3);
        if (document.StartsWith((ReadOnlySpan<byte>)[0xFF, 0xFE, 0, 0]))
            return (Encoding.UTF32, "utf-32le", 4);
        if (document.StartsWith((ReadOnlySpan<byte>)[0xFF, 0xFE]))
            return (Encoding.Unicode, "utf-16le", 2);
        if (document.StartsWith((ReadOnlySpan<byte>)[0xFE, 0xFF]))
            return (Encoding.BigEndianUnicode, "utf-16be", 2);
        return ByZeroBytes(document[..Math.Min(Sample, document.Length)]);
    }

    /// <summary>Plan documents are mostly ASCII, so UTF-16 without a mark shows as zeros at every other byte.</summary>
    private static (Encoding Encoding, string Name, int Mark) ByZeroBytes(ReadOnlySpan<byte> sample)
    {
        if (!sample.Contains((byte)0))
            return (Encoding.UTF8, "utf-8", 0);
        int even = 0,
            odd = 0;
        for (var i = 0; i < sample.Length; i++)
        {
            if (sample[i] != 0)
                continue;
            if (i % 2 == 0)
                even++;
            else
                odd++;
        }

        var half = sample.Length / 2;
        if (half > 0 && odd * 2 > half && even * 10 < half)
            return (Encoding.Unicode, "utf-16le", 0);
        if (half > 0 && even * 2 > half && odd * 10 < half)
            return (Encoding.BigEndianUnicode, "utf-16be", 0);
        return (Encoding.UTF8, "utf-8", 0);
    }
}

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
