using System.Runtime.InteropServices;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>For each number of some slots (a rank, or a pattern) a list of arms, ascending; all in two
/// arrays.</summary>
internal sealed class ArmLists
{
    private readonly (int Slot, int Begin)[] _groups;
    private readonly int[] _starts;
    private readonly AlignedArray<ArmEntry> _entries;

    /// <summary>Lays lists out.</summary>
    /// <param name="bySlot">For each slot its lists by number, or null.</param>
    /// <param name="entryOf">The entry of an arm in the list of a slot and a number.</param>
    public ArmLists(IReadOnlyList<List<int>[]?> bySlot, Func<int, int, int, ArmEntry> entryOf)
    {
        var (groups, starts, entries) = (new List<(int, int)>(), new List<int> { 0 }, new List<ArmEntry>());
        for (var slot = 0; slot < bySlot.Count; slot++)
        {
            if (bySlot[slot] is { } lists && Array.Exists(lists, list => list.Count > 0))
            {
                // An empty list stands before the others, for what is not known.
                starts.Add(entries.Count);
                groups.Add((slot, starts.Count - 1));
                for (var number = 0; number < lists.Length; number++)
                {
                    entries.AddRange(lists[number].Order().Select(arm => entryOf(arm, slot, number)));
                    starts.Add(entries.Count);
                }
            }
        }

        (_groups, _starts, _entries) = (
            [.. groups],
            [.. starts],
            new AlignedArray<ArmEntry>(CollectionsMarshal.AsSpan(entries))
        );
    }

    public int GroupCount => _groups.Length;

    /// <summary>The slot that a group is for.</summary>
    public int SlotOf(int group) => _groups[group].Slot;

    /// <summary>The place of a list.</summary>
    public int Place(int group, int number) => _groups[group].Begin + number;

    /// <summary>Finds the lists of an observation's ranks that are not empty.</summary>
    /// <returns>How many places were written.</returns>
    public int Choose(ReadOnlySpan<int> ranks, Span<int> places)
    {
        var (starts, count) = (_starts, 0);
        foreach (var (slot, begin) in _groups)
        {
            var place = begin + ranks[slot];
            places[count] = place;
            count += (starts[place] - starts[place + 1]) >>> 31;
        }

        return count;
    }

    public ReadOnlySpan<ArmEntry> Of(int place) => _entries.Items[_starts[place].._starts[place + 1]];
}
