using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>An arm as it stands in a list: with the ranges that it needs, the narrowest first, which rule most arms
/// out before a condition is asked.</summary>
/// <param name="Class">The class.</param>
/// <param name="Ranges">A signal and the keys of it, each.</param>
internal readonly record struct ArmEntry(int Class, (int Ordinal, KeyRange Keys)[] Ranges)
{
    /// <summary>False when the arm cannot hold.</summary>
    public bool MayHold(SignalValues values)
    {
        foreach (ref readonly var range in Ranges.AsSpan())
        {
            ref readonly var value = ref values.Peek(range.Ordinal);
            if (!value.IsKnown || !range.Keys.Contains(value.Key))
            {
                return false;
            }
        }

        return true;
    }
}
