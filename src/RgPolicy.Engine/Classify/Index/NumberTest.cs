using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;

namespace RgPolicy.Engine.Classify.Index;

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
