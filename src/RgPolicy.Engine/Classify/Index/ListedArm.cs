namespace RgPolicy.Engine.Classify.Index;

/// <summary>An arm in a list, with one of its tests beside it, so that most arms are ruled out on the spot.</summary>
/// <param name="Number">The arm.</param>
/// <param name="Class">Its class.</param>
/// <param name="Slot">The slot of the test.</param>
/// <param name="Low">The lowest rank that passes.</param>
/// <param name="Span">How much higher a rank may be.</param>
internal readonly record struct ListedArm(int Number, int Class, int Slot, int Low, uint Span)
{
    /// <summary>The arm with the narrowest of its tests on another slot than the list's.</summary>
    /// <param name="number">The arm's number.</param>
    /// <param name="arm">The arm.</param>
    /// <param name="listSlot">What the list is for needs no test.</param>
    public static ListedArm Of(int number, Arm arm, int listSlot)
    {
        var test = arm.Tests.FirstOrDefault(test => test.Slot != listSlot && test.Set.Ranges.Length == 1);
        return test is null
            ? new ListedArm(number, arm.Class, 0, 0, uint.MaxValue)
            : new ListedArm(number, arm.Class, test.Slot, test.Set.Ranges[0].Low, (uint)(test.Set.Count - 1));
    }

    /// <summary>False when the arm cannot hold.</summary>
    public bool MayHold(ReadOnlySpan<int> ranks) => (uint)(ranks[Slot] - Low) <= Span;
}
