using System.Collections.Frozen;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>Arms by the text that a signal must have, whatever its case.</summary>
internal sealed class TextLists(int ordinal, IEnumerable<(TextKey Key, ArmEntry Entry)> arms)
{
    private readonly FrozenDictionary<string, ArmEntry[]> _lists = arms.SelectMany(arm =>
            arm.Key.Texts.Distinct(StringComparer.OrdinalIgnoreCase).Select(text => (Text: text, arm.Entry))
        )
        .GroupBy(pair => pair.Text, pair => pair.Entry, StringComparer.OrdinalIgnoreCase)
        .ToFrozenDictionary(group => group.Key, group => group.ToArray(), StringComparer.OrdinalIgnoreCase);

    /// <summary>The arms that may hold by this signal, those of earlier classes first.</summary>
    public ReadOnlySpan<ArmEntry> Find(SignalValues values)
    {
        ref readonly var value = ref values.Peek(ordinal);
        return value.IsKnown ? Find(value.Interned) : [];
    }

    // A text keeps what was found for it: the same logins and fingerprints come again and again.
    private ArmEntry[] Find(InternedText text)
    {
        if (text.Last is { } last && last.Asker == this)
        {
            return (ArmEntry[])last.Answer;
        }

        var found = _lists.GetValueOrDefault(text.Value, []);
        text.Last = new TextAnswer(this, found);
        return found;
    }
}
