namespace RgPolicy.Cli.PlanInfo;

/// <summary>A size on the command line, in the units of the policy language.</summary>
internal static class SizeText
{
    private const long Largest = 1L << 50;

    private static readonly Dictionary<string, long> Units = new(StringComparer.Ordinal)
    {
        [""] = 1,
        ["B"] = 1,
        ["KiB"] = 1L << 10,
        ["MiB"] = 1L << 20,
        ["GiB"] = 1L << 30,
        ["TiB"] = 1L << 40,
        ["KB"] = 1_000,
        ["MB"] = 1_000_000,
        ["GB"] = 1_000_000_000,
        ["TB"] = 1_000_000_000_000,
    };

    /// <summary>Bytes, or null when the text is not a size above 0; a number alone is bytes, blanks are
    /// allowed.</summary>
    public static long? Parse(string text)
    {
        var trimmed = text.Trim();
        var digits = trimmed.AsSpan().IndexOfAnyExcept("0123456789.".AsSpan()) is var end and >= 0
            ? end
            : trimmed.Length;
        var isNumber = decimal.TryParse(
            trimmed.AsSpan(0, digits),
            NumberStyles.AllowDecimalPoint,
            CultureInfo.InvariantCulture,
            out var number
        );
        if (!isNumber || !Units.TryGetValue(trimmed[digits..].Trim(), out var unit) || number > Largest)
            return null;

        var bytes = Math.Round(number * unit);
        return bytes is >= 1 and <= Largest ? (long)bytes : null;
    }
}
