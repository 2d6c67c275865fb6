using System.Runtime.InteropServices;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>An arm as it stands in a list: with one more range that it needs, which rules most arms out.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly struct ArmEntry
{
    private const int NoSignal = -1;

    private readonly KeyRange _range;
    private readonly int _ordinal;

    /// <summary>Makes an entry.</summary>
    /// <param name="classIndex">The class.</param>
    /// <param name="range">A key of the arm; null for none.</param>
    public ArmEntry(int classIndex, NumberKey? range)
    {
        Class = classIndex;
        (_ordinal, _range) = range is null ? (NoSignal, default) : (range.Ordinal, range.Ranges[0]);
    }

    /// <summary>The class.</summary>
    public int Class { get; }

    /// <summary>False when the arm cannot hold.</summary>
    public bool MayHold(SignalValues values)
    {
        if (_ordinal == NoSignal)
        {
            return true;
        }

        ref readonly var value = ref values.Peek(_ordinal);
        return value.IsKnown && _range.Contains(value.Key);
    }
}
