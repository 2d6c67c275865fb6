using System.Collections.Frozen;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Engine.Signals.Scales;

/// <summary>
/// The different <c>like</c> patterns of one text signal, found by what stands before their first
/// wildcard: a text is held against those only whose beginning it has.
/// </summary>
internal sealed class PatternTable
{
    private readonly ImmutableArray<LikePattern> _patterns;
    private readonly FrozenDictionary<TextPattern, int> _numbers;
    private readonly ImmutableArray<(int Length, FrozenDictionary<string, int[]> Numbers)> _byBeginning;

    public PatternTable(IEnumerable<TextPattern> patterns)
    {
        var distinct = patterns.Distinct().ToList();
        _patterns = [.. distinct.Select(pattern => new LikePattern(pattern))];
        _numbers = distinct
            .Select((pattern, number) => (pattern, number))
            .ToFrozenDictionary(pair => pair.pattern, pair => pair.number);
        _byBeginning =
        [
            .. distinct
                .Select((pattern, number) => (Beginning: Beginning(pattern.Units), number))
                .GroupBy(pair => pair.Beginning.Length)
                .Select(length =>
                    (
                        length.Key,
                        length
                            .GroupBy(pair => pair.Beginning, pair => pair.number, StringComparer.Ordinal)
                            .ToFrozenDictionary(group => group.Key, group => group.ToArray(), StringComparer.Ordinal)
                    )
                ),
        ];
    }

    public int Count => _patterns.Length;

    public int NumberOf(TextPattern pattern) => _numbers[pattern];

    /// <summary>The numbers of the patterns that match, ascending.</summary>
    public int[] Matching(string text)
    {
        if (_patterns.IsEmpty)
            return [];

        var upper = text.ToUpperInvariant();
        var found = new List<int>();
        foreach (var (length, numbers) in _byBeginning)
        {
            if (length <= text.Length && numbers.TryGetValue(upper[..length], out var candidates))
                found.AddRange(candidates.Where(number => _patterns[number].Matches(text)));
        }

        found.Sort();
        return [.. found];
    }

    private static string Beginning(string units) =>
        units.ToUpperInvariant() is var upper
        && upper.AsSpan().IndexOfAny(TextPattern.Many, TextPattern.One) is var end and >= 0
            ? upper[..end]
            : upper;
}
