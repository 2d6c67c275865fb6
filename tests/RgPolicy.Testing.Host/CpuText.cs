using RgPolicy.Host.Kernel;

namespace RgPolicy.Testing.Host;

/// <summary>CPU sets as the kernel reads them: lists such as <c>0-3:1/2,5</c>, and masks in hexadecimal.</summary>
internal static class CpuText
{
    /// <summary>Reads a list into <paramref name="cpus"/>; returns 0, or the error number.</summary>
    internal static int ParseList(string text, int count, out SortedSet<int> cpus)
    {
        cpus = [];
        foreach (var part in text.Trim().Split([',', ' ', '\n'], StringSplitOptions.RemoveEmptyEntries))
        {
            var error = AddRange(part, count, cpus);
            if (error != 0)
                return error;
        }

        return 0;
    }

    /// <summary>Reads a mask into <paramref name="cpus"/>; returns 0, or the error number.</summary>
    internal static int ParseMask(string text, int count, out SortedSet<int> cpus)
    {
        cpus = [];
        var digits = text.Trim().Replace(",", string.Empty, StringComparison.Ordinal);
        if (!ulong.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var mask))
            return digits.Length == 0 ? 0 : KernelError.Invalid;

        if (count < 64 && mask >> count != 0)
            return KernelError.Overflow;

        for (var cpu = 0; cpu < Math.Min(count, 64); cpu++)
            _ = (mask >> cpu & 1) != 0 && cpus.Add(cpu);

        return 0;
    }

    internal static string Mask(IEnumerable<int> cpus)
    {
        var mask = cpus.Aggregate(0UL, (sum, cpu) => sum | (1UL << cpu));
        return mask.ToString("x", CultureInfo.InvariantCulture);
    }

    private static int AddRange(string part, int count, SortedSet<int> cpus)
    {
        var colon = part.Split(':');
        var ends = colon[0].Split('-');
        if (
            colon.Length > 2
            || ends.Length > 2
            || Number(ends[0]) is not { } first
            || Number(ends[^1]) is not { } last
            || last < first
        )
            return KernelError.Invalid;

        var (used, group) = (1, 1);
        if (colon.Length == 2)
        {
            var stride = colon[1].Split('/');
            if (
                stride.Length != 2
                || Number(stride[0]) is not { } u
                || Number(stride[1]) is not { } g
                || g == 0
                || u > g
            )
                return KernelError.Invalid;

            (used, group) = (u, g);
        }

        if (last >= count)
            return KernelError.Range;

        for (var cpu = first; cpu <= last; cpu++)
            _ = (cpu - first) % group < used && cpus.Add(cpu);

        return 0;
    }

    private static int? Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
