using System.Globalization;
using System.Text.RegularExpressions;

namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// Names of our groups: <c>rgp_NUMBER</c>, with a suffix when another sidecar on this host has that name already.
/// </summary>
internal static partial class GroupName
{
    private const int Attempts = 9;

    internal static bool IsOurs(string name) => Pattern().IsMatch(name);

    /// <summary>The names to try for a pool, best first.</summary>
    internal static IEnumerable<string> Candidates(int pool)
    {
        var first = string.Create(CultureInfo.InvariantCulture, $"rgp_{pool}");
        return Enumerable.Range(1, Attempts)
            .Select(i => i == 1 ? first : string.Create(CultureInfo.InvariantCulture, $"{first}_{i}"));
    }

    [GeneratedRegex(@"^rgp_[1-9][0-9]?(?:_[2-9])?\z", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 100)]
    private static partial Regex Pattern();
}
