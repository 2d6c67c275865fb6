using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>All arms of a program, those of earlier classes first, laid out for checking one after the other.</summary>
internal sealed class ArmTable
{
    private readonly Slots _slots;
    private readonly ArmHead[] _heads;
    private readonly RankTest[] _tests;
    private readonly ulong[] _slotSignals;

    public ArmTable(ImmutableArray<Arm> arms, Slots slots)
    {
        _slots = slots;
        Arms = arms;
        _tests = [.. arms.SelectMany(arm => arm.Tests).Select(test => new RankTest(test))];
        _heads = new ArmHead[arms.Length];
        for (var (index, first) = (0, 0); index < arms.Length; first += arms[index++].Tests.Length)
        {
            var arm = arms[index];
            _heads[index] = new ArmHead(arm.Class, first, arm.Tests.Length, !arm.Patterns.IsEmpty || !arm.Rest.IsEmpty);
        }

        _slotSignals = [.. Enumerable.Range(0, slots.Count).Select(slots.SignalOf)];
    }

    public ImmutableArray<Arm> Arms { get; }

    public int ClassOf(int arm) => _heads[arm].Class;

    /// <summary>Whether everything in the arm holds now.</summary>
    public bool Holds(int arm, ReadOnlySpan<int> ranks, SignalValues values, Instant at)
    {
        ref readonly var head = ref _heads[arm];
        foreach (ref readonly var test in _tests.AsSpan(head.FirstTest, head.TestCount))
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
        foreach (ref readonly var test in _tests.AsSpan(head.FirstTest, head.TestCount))
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
