using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Changing;

/// <summary>Reads and writes the text of a resctrl <c>schemata</c> file, and computes masks.</summary>
internal static class Schemata
{
    /// <summary>The mask of some ways, or null with the problem when the hardware cannot have it.</summary>
    internal static ulong? Mask(ResctrlFacts facts, int firstWay, int wayCount, out string problem)
    {
        problem = string.Empty;
        if (firstWay < 0 || wayCount < 1 || firstWay + wayCount > facts.Ways)
        {
            problem =
                $"ways {firstWay} to {firstWay + wayCount - 1} are not within the {facts.Ways} ways of this cache";
            return null;
        }

        if (wayCount < facts.LeastBits)
        {
            problem = $"this processor needs at least {facts.LeastBits} ways in a mask";
            return null;
        }

        var mask = (wayCount == 64 ? ulong.MaxValue : (1UL << wayCount) - 1) << firstWay;
        return mask;
    }

    /// <summary>Values by resource and domain; lines that are not understood are left out.</summary>
    internal static ImmutableSortedDictionary<string, ImmutableSortedDictionary<int, string>> Parse(string? text)
    {
        var resources = ImmutableSortedDictionary.CreateBuilder<string, ImmutableSortedDictionary<int, string>>(
            StringComparer.Ordinal
        );
        foreach (var line in (text ?? string.Empty).Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var colon = line.IndexOf(':', StringComparison.Ordinal);
            if (colon > 0)
                resources[line[..colon].Trim()] = ParseDomains(line[(colon + 1)..]);
        }

        return resources.ToImmutable();
    }

    private static ImmutableSortedDictionary<int, string> ParseDomains(string text)
    {
        var domains = ImmutableSortedDictionary.CreateBuilder<int, string>();
        foreach (var part in text.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            var equals = part.IndexOf('=', StringComparison.Ordinal);
            if (
                equals > 0
                && int.TryParse(part.AsSpan(0, equals), NumberStyles.None, CultureInfo.InvariantCulture, out var domain)
            )
                domains[domain] = part[(equals + 1)..].Trim();
        }

        return domains.ToImmutable();
    }
}
