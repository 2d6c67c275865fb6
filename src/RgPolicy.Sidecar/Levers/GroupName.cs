using System.Globalization;

namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// Names of our groups: <c>rgp_NUMBER</c>, with a suffix when another sidecar on this host has that name already.
/// </summary>
internal static class GroupName
{
    private const string Prefix = "rgp_";
    private const int Attempts = 9;

    /// <summary>Whether a name is <c>rgp_</c>, a number from 1 to 99, and perhaps <c>_2</c> to <c>_9</c>.</summary>
    internal static bool IsOurs(string name)
    {
        if (!name.StartsWith(Prefix, StringComparison.Ordinal))
        {
            return false;
        }

        var number = name.AsSpan(Prefix.Length);
        if (number is [.. var before, '_', >= '2' and <= '9'])
        {
            number = before;
        }

        return number is [>= '1' and <= '9'] or [>= '1' and <= '9', >= '0' and <= '9'];
    }

    /// <summary>The names to try for a pool, best first.</summary>
    internal static IEnumerable<string> Candidates(int pool)
    {
        var first = string.Create(CultureInfo.InvariantCulture, $"{Prefix}{pool}");
        return Enumerable.Range(1, Attempts)
            .Select(i => i == 1 ? first : string.Create(CultureInfo.InvariantCulture, $"{first}_{i}"));
    }
}
