namespace RgPolicy.Host.Facts;

/// <summary>Logical CPU numbers as the kernel writes them: <c>0-3,5</c>.</summary>
internal static class CpuList
{
    private const int HighestCpu = 8191;

    /// <summary>The numbers in ascending order, or null when the text is not such a list.</summary>
    public static ImmutableArray<int>? Parse(string? text)
    {
        if (text is null)
            return null;

        var cpus = new SortedSet<int>();
        foreach (var part in text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            if (!AddRange(cpus, part))
                return null;
        }

        return [.. cpus];
    }

    /// <summary>The shortest list of these numbers; empty text for none.</summary>
    public static string Format(IEnumerable<int> cpus)
    {
        var sorted = cpus.Distinct().Order().ToArray();
        var text = new StringBuilder();
        for (var first = 0; first < sorted.Length; )
        {
            var last = first;
            while (last + 1 < sorted.Length && sorted[last + 1] == sorted[last] + 1)
                last++;

            text.Append(text.Length == 0 ? string.Empty : ",");
            text.Append(CultureInfo.InvariantCulture, $"{sorted[first]}");
            text.Append(last == first ? string.Empty : string.Create(CultureInfo.InvariantCulture, $"-{sorted[last]}"));
            first = last + 1;
        }

        return text.ToString();
    }

    private static bool AddRange(SortedSet<int> cpus, string part)
    {
        var dash = part.IndexOf('-', StringComparison.Ordinal);
        var firstText = dash < 0 ? part : part[..dash];
        var lastText = dash < 0 ? part : part[(dash + 1)..];
        if (!TryNumber(firstText, out var first) || !TryNumber(lastText, out var last) || last < first)
            return false;

        for (var cpu = first; cpu <= last; cpu++)
            cpus.Add(cpu);

        return true;
    }

    private static bool TryNumber(string text, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number <= HighestCpu;
}
