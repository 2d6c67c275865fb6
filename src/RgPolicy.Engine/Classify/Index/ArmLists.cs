using System.Collections.Immutable;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>For each number of some slots (a rank, or a pattern) a list of arms, ascending; all in two arrays.</summary>
internal sealed class ArmLists
{
    private readonly (int Slot, int Begin)[] _groups;
    private readonly int[] _starts;
    private readonly ListedArm[] _arms;

    /// <summary>Lays lists out.</summary>
    /// <param name="bySlot">For each slot its lists by number, or null.</param>
    /// <param name="arms">All arms.</param>
    /// <param name="slots">The slots.</param>
    /// <param name="isByRank">Whoever is in a list passes the test on the list's slot.</param>
    public ArmLists(IReadOnlyList<List<int>[]?> bySlot, ImmutableArray<Arm> arms, Slots slots, bool isByRank)
    {
        var (groups, starts, listed) = (new List<(int, int)>(), new List<int> { 0 }, new List<ListedArm>());
        for (var slot = 0; slot < bySlot.Count; slot++)
        {
            if (bySlot[slot] is { } lists && Array.Exists(lists, list => list.Count > 0))
            {
                // An empty list stands before the others, for what is not known.
                starts.Add(listed.Count);
                groups.Add((slot, starts.Count - 1));
                foreach (var list in lists)
                {
                    listed.AddRange(list.Order().Select(number => ListedArm.Of(number, arms[number], slots, isByRank ? slot : -1)));
                    starts.Add(listed.Count);
                }
            }
        }

        (_groups, _starts, _arms) = ([.. groups], [.. starts], [.. listed]);
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

    public ReadOnlySpan<ListedArm> Of(int place) => _arms.AsSpan(_starts[place], _starts[place + 1] - _starts[place]);
}
