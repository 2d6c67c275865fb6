namespace RgPolicy.Language.Targets;

/// <summary>Lists of logical CPUs or schedulers, written as the kernel does: <c>0-3,8</c>.</summary>
public static class CpuRanges
{
    private const int HighestCpu = 65_535;

    /// <summary>The numbers in ascending order, or null when the text is not such a list.</summary>
    public static ImmutableArray<int>? Parse(string text)
    {
        var cpus = new SortedSet<int>();
        foreach (var part in text.Split(',', StringSplitOptions.RemoveEmptyEntries))
        {
            var ends = part.Split('-');
            if (ends.Length > 2 || Number(ends[0]) is not { } first || Number(ends[^1]) is not { } last || last < first)
                return null;

            cpus.UnionWith(Enumerable.Range(first, last - first + 1));
        }

        return [.. cpus];
    }

    /// <summary>The shortest list of ascending numbers.</summary>
    public static string Format(ImmutableArray<int> cpus)
    {
        var text = new StringBuilder();
        for (var start = 0; start < cpus.Length; )
        {
            var end = start;
            while (end + 1 < cpus.Length && cpus[end + 1] == cpus[end] + 1)
                end++;

            text.Append(text.Length == 0 ? "" : ",").Append(CultureInfo.InvariantCulture, $"{cpus[start]}");
            text.Append(end == start ? "" : string.Create(CultureInfo.InvariantCulture, $"-{cpus[end]}"));
            start = end + 1;
        }

        return text.ToString();
    }

    /// <summary>As the <c>cores</c> of a policy: <c>0..3, 8</c>. One CPU alone is a range too, for a number alone looks
    /// like how many.</summary>
    public static string ToPolicyText(ImmutableArray<int> cpus) =>
        cpus is [var only]
            ? string.Create(CultureInfo.InvariantCulture, $"{only}..{only}")
            : Format(cpus).Replace("-", "..", StringComparison.Ordinal).Replace(",", ", ", StringComparison.Ordinal);

    private static int? Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number <= HighestCpu
            ? number
            : null;
}
