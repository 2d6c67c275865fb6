using System.Text.RegularExpressions;

namespace RgPolicy.Service.Suggesting;

/// <summary>A time to keep, as it was asked for.</summary>
/// <param name="Statement">The statement of the policy; empty where nothing was asked for.</param>
/// <param name="Problem">Why it cannot be used, or null.</param>
internal sealed partial record SuggestedObjective(string Statement, string? Problem)
{
    /// <summary>Reads the objective from the command line's text.</summary>
    /// <param name="text">Such as <c>oltp p95 &lt; 20 ms</c>, or null.</param>
    /// <param name="classes">The classes that there are.</param>
    public static SuggestedObjective Read(string? text, ImmutableArray<SuggestedClass> classes)
    {
        if (text is null)
            return new SuggestedObjective("", null);

        if (Form().Match(text) is not { Success: true } match)
        {
            return new SuggestedObjective(
                "",
                $"`{text}` is not an objective: write a class, a percentile and a time, such as `oltp p95 < 20 ms`."
            );
        }

        var name = match.Groups["class"].Value;
        if (!classes.Any(each => each.Name == name) && name != "default")
        {
            var names = string.Join(", ", classes.Select(each => each.Name).Append("default"));
            return new SuggestedObjective("", $"No class `{name}` was found in what ran. There are: {names}.");
        }

        string[] yields =
        [
            .. classes
                .Where(each => each.Pool != SuggestedPool.Critical && each.Name != name)
                .Select(each => each.PoolName)
                .Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal),
        ];
        return yields.Length == 0
            ? new SuggestedObjective("", "Nothing in what ran could yield to the objective: no class is throttled.")
            : new SuggestedObjective(
                $"objective {name} {match.Groups["percentile"].Value} elapsed < {match.Groups["time"].Value}"
                    + $" {{ yields {string.Join(", ", yields)} }}",
                null
            );
    }

    [GeneratedRegex(
        @"^\s*(?<class>[A-Za-z_]\w{0,63})\s+(?<percentile>p50|p95|p99|p99\.9)\s+(elapsed\s+)?<\s*(?<time>\d{1,6}(\.\d{1,3})?\s*(ms|s|min))\s*$",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex Form();
}
