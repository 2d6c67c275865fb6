using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Engine.Signals;

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
            {
                return false;
            }
        }

        foreach (ref readonly var test in _ranks.AsSpan(head.FirstRank, head.RankCount))
        {
            if (!test.Holds(ranks[test.Slot]))
            {
                return false;
            }
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
            {
                return false;
            }
        }

        foreach (ref readonly var test in _ranks.AsSpan(head.FirstRank, head.RankCount))
        {
            if ((_slotSignals[test.Slot] & pending) == 0 && !test.Holds(ranks[test.Slot]))
            {
                return false;
            }
        }

        return !head.HasMore || PatternsHold(Arms[arm], ranks, values, pending);
    }

    private bool PatternsHold(Arm arm, ReadOnlySpan<int> ranks, SignalValues values, ulong leftAside)
    {
        foreach (var test in arm.Patterns.AsSpan())
        {
            if ((_slotSignals[test.Slot] & leftAside) != 0)
            {
                continue;
            }

            if (ranks[test.Slot] == Slots.Unknown || Matches(test, values) == test.IsNegated)
            {
                return false;
            }
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
            {
                return false;
            }
        }

        return true;
    }
}
