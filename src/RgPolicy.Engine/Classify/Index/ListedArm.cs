using System.Runtime.CompilerServices;
using RgPolicy.Engine.Classify.Scales;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>An arm in a list, with one of its tests beside it, so that most arms are ruled out on the spot.</summary>
/// <param name="Number">The arm.</param>
/// <param name="Class">Its class.</param>
/// <param name="Ordinal">The number signal of the test, or -1 where there is none.</param>
/// <param name="Keys">All keys that pass, and some close to them.</param>
internal readonly record struct ListedArm(int Number, int Class, int Ordinal, KeyRange Keys)
{
    /// <summary>The arm with the narrowest of its tests of a number on another slot than the list's.</summary>
    /// <param name="number">The arm's number.</param>
    /// <param name="arm">The arm.</param>
    /// <param name="slots">The slots.</param>
    /// <param name="listSlot">What the list is for needs no test.</param>
    public static ListedArm Of(int number, Arm arm, Slots slots, int listSlot)
    {
        var test = arm.Tests.FirstOrDefault(test => test.Slot != listSlot && test.Numbers is not null);
        return test?.Numbers is { } set
            ? new ListedArm(number, arm.Class, slots.NumberOrdinal(test.Slot), set.Hull.Widened)
            : new ListedArm(number, arm.Class, -1, KeyRange.None);
    }

    /// <summary>False when the arm cannot hold.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool MayHold(ReadOnlySpan<double> keys) => Ordinal < 0 || Keys.Contains(keys[Ordinal]);
}
