using RgPolicy.Language.Model;

namespace RgPolicy.Simulation.Optimizing;

/// <summary>Settings of pools that are to be other ones, and a policy's text with them. What it leaves out stays as it
/// is written.</summary>
internal sealed record PoolEdits(ImmutableDictionary<(int Pool, SettingName Setting), int> Values)
{
    /// <summary>Everything as written.</summary>
    public static PoolEdits None { get; } = new(ImmutableDictionary<(int Pool, SettingName Setting), int>.Empty);

    /// <summary>The same with one more.</summary>
    public PoolEdits With(int pool, SettingName setting, int value) => new(Values.SetItem((pool, setting), value));

    /// <summary>The policy's text with them.</summary>
    public string Apply(Policy policy)
    {
        var starts = LineStarts(policy.Text);
        var edits = Values
            .Select(each => EditOf(policy, starts, each.Key.Pool, each.Key.Setting, each.Value))
            .OrderByDescending(edit => edit.Start)
            .ThenByDescending(edit => edit.End);
        var text = policy.Text;
        foreach (var (start, end, words) in edits)
            text = string.Concat(text.AsSpan(0, start), words, text.AsSpan(end));
        return text;
    }

    private static (int Start, int End, string Words) EditOf(
        Policy policy,
        List<int> starts,
        int pool,
        SettingName setting,
        int value
    )
    {
        var words = WordsOf(setting, value);
        if (policy.Pools[pool].Find(setting) is { } written)
            return (
                Offset(starts, written.Range.StartLine, written.Range.StartColumn),
                Offset(starts, written.Range.EndLine, written.Range.EndColumn),
                words
            );
        var name = policy.Pools[pool].Range;
        var after = policy.Text.IndexOf('{', Offset(starts, name.EndLine, name.EndColumn)) + 1;
        return (after, after, $" {words} ");
    }

    private static string WordsOf(SettingName setting, int value) =>
        setting switch
        {
            SettingName.Cache => string.Create(CultureInfo.InvariantCulture, $"cache {value}%"),
            SettingName.Cores => string.Create(CultureInfo.InvariantCulture, $"cores {value}%"),
            _ => string.Create(CultureInfo.InvariantCulture, $"cpu weight {value}"),
        };

    private static List<int> LineStarts(string text)
    {
        var starts = new List<int> { 0 };
        for (var index = 0; index < text.Length; index++)
        {
            if (text[index] == '\n')
                starts.Add(index + 1);
        }

        return starts;
    }

    private static int Offset(List<int> starts, int line, int column) => starts[line - 1] + column - 1;
}
