using System.Collections.Frozen;
using System.Collections.Immutable;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>Arms by the text that a signal must have, whatever its case.</summary>
internal sealed class TextLists
{
    private readonly ImmutableArray<int> _ordinals;
    private readonly ImmutableArray<FrozenDictionary<string, ArmEntry[]>> _lists;

    public TextLists(IEnumerable<(TextKey Key, ArmEntry Entry)> arms)
    {
        var bySignal = arms.GroupBy(arm => arm.Key.Ordinal).ToList();
        _ordinals = [.. bySignal.Select(group => group.Key)];
        _lists = [.. bySignal.Select(ByText)];
    }

    /// <summary>How many signals have lists.</summary>
    public int Count => _ordinals.Length;

    /// <summary>The arms that may hold by the signal at this place, those of earlier classes first.</summary>
    public ReadOnlySpan<ArmEntry> Find(int signal, SignalValues values)
    {
        ref readonly var value = ref values.Peek(_ordinals[signal]);
        return value.IsKnown ? Find(value.Interned)[signal] : [];
    }

    // A text keeps what was found for it: the same logins and fingerprints come again and again.
    private ArmEntry[][] Find(InternedText text) =>
        text.Last is { } last && last.Asker == this ? (ArmEntry[][])last.Answer : LookUp(text);

    private ArmEntry[][] LookUp(InternedText text)
    {
        ArmEntry[][] found = [.. _lists.Select(lists => lists.GetValueOrDefault(text.Value, []))];
        text.Last = new TextAnswer(this, found);
        return found;
    }

    private static FrozenDictionary<string, ArmEntry[]> ByText(IEnumerable<(TextKey Key, ArmEntry Entry)> arms) =>
        arms.SelectMany(arm =>
                arm.Key.Texts.Distinct(StringComparer.OrdinalIgnoreCase).Select(text => (Text: text, arm.Entry))
            )
            .GroupBy(pair => pair.Text, pair => pair.Entry, StringComparer.OrdinalIgnoreCase)
            .ToFrozenDictionary(group => group.Key, group => group.ToArray(), StringComparer.OrdinalIgnoreCase);
}
