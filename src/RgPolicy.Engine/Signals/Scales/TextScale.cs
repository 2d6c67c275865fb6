using System.Collections.Frozen;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Engine.Signals.Scales;

/// <summary>
/// Ranks the values of a text signal by the constants that a program compares it with. Rank 0 equals
/// none. Each text that some constant names without regard to case has a run of ranks: its first for every other
/// spelling, then one for each spelling that a constant asks for exactly.
/// </summary>
internal sealed class TextScale
{
    private readonly FrozenDictionary<string, Run> _runs;
    private readonly PatternTable _patterns;

    public TextScale(IEnumerable<TextConstant> constants, IEnumerable<TextPattern> patterns)
    {
        var (runs, next) = (new Dictionary<string, Run>(StringComparer.OrdinalIgnoreCase), 1);
        foreach (var group in constants.GroupBy(constant => constant.Value, StringComparer.OrdinalIgnoreCase))
        {
            var run = new Run(
                next,
                [
                    .. group
                        .Where(constant => constant.Exactly)
                        .Select(constant => constant.Value)
                        .Distinct(StringComparer.Ordinal),
                ]
            );
            runs.Add(group.Key, run);
            next = run.Last + 1;
        }

        _runs = runs.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);
        _patterns = new PatternTable(patterns);
        RankCount = next;
    }

    /// <summary>Ranks are below this number.</summary>
    public int RankCount { get; }

    /// <summary>How many patterns there are.</summary>
    public int PatternCount => _patterns.Count;

    public int RankOf(string text) => _runs.TryGetValue(text, out var run) ? run.RankOf(text) : 0;

    /// <summary>The ranks of the texts that equal a constant of this scale.</summary>
    public RankSet SetOf(TextConstant constant)
    {
        var run = _runs[constant.Value];
        return constant.Exactly ? RankSet.Of(run.RankOf(constant.Value)) : RankSet.Between(run.First, run.Last);
    }

    /// <summary>The number of a pattern of this scale.</summary>
    public int NumberOf(TextPattern pattern) => _patterns.NumberOf(pattern);

    /// <summary>The numbers of the patterns that match, ascending.</summary>
    public int[] Matching(string text) => _patterns.Matching(text);

    private sealed record Run(int First, ImmutableArray<string> Spellings)
    {
        public int Last => First + Spellings.Length;

        public int RankOf(string text) => First + 1 + Spellings.IndexOf(text, StringComparer.Ordinal);
    }
}
