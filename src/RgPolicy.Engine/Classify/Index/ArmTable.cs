using NodaTime;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>All arms of a program, those of earlier classes first, laid out for checking one after the other.</summary>
internal sealed class ArmTable
{
    private readonly Slots _slots;
    private readonly ArmHead[] _heads;
    private readonly NumberTest[] _numbers;
    private readonly RankTest[] _ranks;
    private readonly ulong[] _slotSignals;

    public ArmTable(ImmutableArray<Arm> arms, Slots slots)
    {
        _slots = slots;
        Arms = arms;
        _heads = new ArmHead[arms.Length];
        var (numbers, ranks) = (new List<NumberTest>(), new List<RankTest>());
        for (var index = 0; index < arms.Length; index++)
        {
            var arm = arms[index];
            var (firstNumber, firstRank) = (numbers.Count, ranks.Count);
            numbers.AddRange(
                arm.Tests.SelectMany(test =>
                    test.Numbers is { } set
                        ? [new NumberTest(slots.NumberOrdinal(test.Slot), set)]
                        : Array.Empty<NumberTest>()
                )
            );
            ranks.AddRange(arm.Tests.Where(test => test.Numbers is null).Select(test => new RankTest(test)));
            _heads[index] = new ArmHead(
                arm.Class,
                firstNumber,
                numbers.Count - firstNumber,
                firstRank,
                ranks.Count - firstRank,
                !arm.Patterns.IsEmpty || !arm.Rest.IsEmpty
            );
        }

        (_numbers, _ranks) = ([.. numbers], [.. ranks]);
        _slotSignals = [.. Enumerable.Range(0, slots.Count).Select(slots.SignalOf)];
    }

    public ImmutableArray<Arm> Arms { get; }

    public int ClassOf(int arm) => _heads[arm].Class;

    /// <summary>Whether everything in the arm holds now.</summary>
    public bool Holds(int arm, ReadOnlySpan<int> ranks, SignalValues values, Instant at)
    {
        ref readonly var head = ref _heads[arm];
        foreach (ref readonly var test in _numbers.AsSpan(head.FirstNumber, head.NumberCount))
        {
            if (!test.Holds(values))
                return false;
        }

        foreach (ref readonly var test in _ranks.AsSpan(head.FirstRank, head.RankCount))
        {
            if (!test.Holds(ranks[test.Slot]))
                return false;
        }

        return !head.HasMore || (PatternsHold(Arms[arm], ranks, values, 0) && RestHolds(Arms[arm], values, at));
    }

    /// <summary>Whether everything that a slot answers holds, leaving aside what asks about pending signals.</summary>
    public bool MayHold(int arm, ReadOnlySpan<int> ranks, SignalValues values, ulong pending)
    {
        ref readonly var head = ref _heads[arm];
        foreach (ref readonly var test in _numbers.AsSpan(head.FirstNumber, head.NumberCount))
        {
            if ((pending >> test.Ordinal & 1) == 0 && !test.Holds(values))
                return false;
        }

        foreach (ref readonly var test in _ranks.AsSpan(head.FirstRank, head.RankCount))
        {
            if ((_slotSignals[test.Slot] & pending) == 0 && !test.Holds(ranks[test.Slot]))
                return false;
        }

        return !head.HasMore || PatternsHold(Arms[arm], ranks, values, pending);
    }

    private bool PatternsHold(Arm arm, ReadOnlySpan<int> ranks, SignalValues values, ulong leftAside)
    {
        foreach (var test in arm.Patterns.AsSpan())
        {
            if ((_slotSignals[test.Slot] & leftAside) != 0)
                continue;

            if (ranks[test.Slot] == Slots.Unknown || Matches(test, values) == test.IsNegated)
                return false;
        }

        return true;
    }

    private bool Matches(PatternTest test, SignalValues values) =>
        _slots.PatternsOf(values, _slots.ScaleOfTextSlot(test.Slot)).BinarySearch(test.Pattern) >= 0;

    private static bool RestHolds(Arm arm, SignalValues values, Instant at)
    {
        foreach (var condition in arm.Rest.AsSpan())
        {
            if (condition.Evaluate(values, at).Value != Truth.True)
                return false;
        }

        return true;
    }
}

/// <summary>Where an arm is to be found in an <see cref="ArmTable"/>.</summary>
/// <param name="Class">The class's index.</param>
/// <param name="FirstNumber">Its first test of a number.</param>
/// <param name="NumberCount">How many tests of numbers follow each other from there.</param>
/// <param name="FirstRank">Its first test of a rank.</param>
/// <param name="RankCount">How many tests of ranks follow each other from there.</param>
/// <param name="HasMore">There is more to it than tests.</param>
internal readonly record struct ArmHead(
    int Class,
    int FirstNumber,
    int NumberCount,
    int FirstRank,
    int RankCount,
    bool HasMore
);

/// <summary>Whether the value of a number signal is in a set, as it is checked: by its key, and by the number where
/// keys do not tell.</summary>
internal readonly struct NumberTest
{
    private readonly KeyRange _keys;
    private readonly NumberSet _set;
    private readonly bool _hasGaps;

    public NumberTest(int ordinal, NumberSet set) =>
        (Ordinal, _keys, _set, _hasGaps) = (ordinal, set.Hull, set, set.HasGaps);

    /// <summary>The signal.</summary>
    public int Ordinal { get; }

    /// <summary>The answer for an observation; an unknown value is in no set.</summary>
    public bool Holds(SignalValues values)
    {
        var key = values.Keys[Ordinal];
        return _keys.IsExact && (values.Exact >> Ordinal & 1) != 0
            ? _keys.Contains(key) && (!_hasGaps || _set.Contains(values.Peek(Ordinal).Number))
            : HoldsNear(key, values);
    }

    private bool HoldsNear(double key, SignalValues values) =>
        _keys.Judge(key) switch
        {
            false => false,
            true when !_hasGaps => true,
            _ => _set.Contains(values.Peek(Ordinal).Number),
        };
}
