namespace RgPolicy.Engine.Classify.Index;

/// <summary>
/// Decides how each arm is found: in the short list of a rank that it needs, in the list of a pattern
/// that must match, or by the bitmap, which takes whatever is named too often, or too vaguely, for a short list.
/// </summary>
internal sealed class AccessPlan
{
    // Names are rare and their lists short; the bitmap rules out ranges, numbers and words of an enum, many at a time.
    private const int LongestTextList = 16;
    private const int WidestTextSet = 4;
    private const int LongestNumberList = 3;
    private const int WidestNumberSet = 2;

    // A pattern is preferred to a set of ranks that is likely to hold, and so is the bitmap, which asks all at once.
    private const double LikelyShare = 0.02;

    private readonly ImmutableArray<Arm> _arms;
    private readonly Slots _slots;
    private readonly List<int>[]?[] _byRank;
    private readonly List<int>[]?[] _byPattern;
    private readonly List<int> _others = [];

    public AccessPlan(ImmutableArray<Arm> arms, Slots slots)
    {
        _arms = arms;
        _slots = slots;
        _byRank = new List<int>[]?[slots.Count];
        _byPattern = new List<int>[]?[slots.Count];
        for (var number = 0; number < arms.Length; number++)
        {
            if (!FindByRank(arms[number], number) && !FindByPattern(arms[number], number))
                _others.Add(number);
        }
    }

    /// <summary>Arms for the bitmap, ascending.</summary>
    public IReadOnlyList<int> Others => _others;

    /// <summary>Lists by the rank of a slot.</summary>
    public ArmLists ByRank => new(_byRank, (arm, slot, _) => new ArmEntry(arm, WithoutRank(_arms[arm], slot), _slots));

    /// <summary>Lists by the number of a pattern that matches.</summary>
    public ArmLists ByPattern =>
        new(_byPattern, (arm, slot, pattern) => new ArmEntry(arm, WithoutPattern(_arms[arm], slot, pattern), _slots));

    /// <summary>Arms for the bitmap as they stand there.</summary>
    public AlignedArray<ArmEntry> OtherEntries =>
        new([.. _others.Select(number => new ArmEntry(number, _arms[number], _slots))]);

    private bool FindByRank(Arm arm, int number)
    {
        var shortest = arm
            .Tests.Where(IsRare)
            .Select(test => test.Set.Ranks.Select(rank => ListOf(test.Slot, rank)).ToList())
            .MinBy(lists => lists.Max(list => list.Count));
        if (shortest is null)
            return false;

        shortest.ForEach(list => list.Add(number));
        return true;
    }

    private bool IsRare(Requirement test)
    {
        var (widest, longest) = test.Numbers is null
            ? (WidestTextSet, LongestTextList)
            : (WidestNumberSet, LongestNumberList);
        return test.Share <= LikelyShare
            && test.Set.Count > 0
            && test.Set.Count <= widest
            && test.Numbers?.IsPoint != false
            && test.Set.Ranks.All(rank => ListOf(test.Slot, rank).Count < longest);
    }

    private List<int> ListOf(int slot, int rank) => (_byRank[slot] ??= Empty(_slots.RankCount(slot)))[rank];

    private bool FindByPattern(Arm arm, int number)
    {
        if (arm.Tests.Any(test => test.Share <= LikelyShare) || !arm.Patterns.Any(pattern => !pattern.IsNegated))
            return false;

        var test = arm.Patterns.First(pattern => !pattern.IsNegated);
        var lists = _byPattern[test.Slot] ??= Empty(_slots.TextScaleOf(_slots.ScaleOfTextSlot(test.Slot)).PatternCount);
        lists[test.Pattern].Add(number);
        return true;
    }

    // The rank of a number says only about where it is.
    private static Arm WithoutRank(Arm arm, int slot) =>
        arm with
        {
            Tests = arm.Tests.RemoveAll(test => test.Slot == slot && test.Numbers is null),
        };

    private static Arm WithoutPattern(Arm arm, int slot, int pattern) =>
        arm with
        {
            Patterns = arm.Patterns.Remove(new PatternTest(slot, pattern, IsNegated: false)),
        };

    private static List<int>[] Empty(int count) => [.. Enumerable.Range(0, count).Select(_ => new List<int>())];
}
