using RgPolicy.Engine.Classify.Scales;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Signals;

/// <summary>A value for every signal, indexed by its ordinal; made once and filled again for each query.</summary>
public sealed class SignalValues
{
    private readonly SignalValue[] _values = new SignalValue[SignalCatalog.Count];

    // The same once more by columns: what classification reads lies close together.
    private readonly double[] _keys = new double[SignalCatalog.Count];
    private readonly TextReading[] _readings = MakeReadings();
    private ulong _absent;
    private ulong _exact;

    /// <summary>The value of a signal.</summary>
    public SignalValue this[Signal signal]
    {
        get => this[signal.Ordinal];
        set => this[signal.Ordinal] = value;
    }

    /// <summary>The value at an ordinal.</summary>
    public SignalValue this[int ordinal]
    {
        get => _values[ordinal];
        set
        {
            _values[ordinal] = value;
            _keys[ordinal] = value.Key;
            _readings[ordinal] = value.Interned.LastReading;
            var bit = 1UL << ordinal;
            Known = value.IsKnown ? Known | bit : Known & ~bit;
            _absent = value.State == SignalState.Absent ? _absent | bit : _absent & ~bit;
            _exact = value.HasExactKey ? _exact | bit : _exact & ~bit;
        }
    }

    /// <summary>The known signals, one bit per ordinal.</summary>
    internal ulong Known { get; private set; }

    /// <summary>The signals that are unknown but will come, one bit per ordinal.</summary>
    internal ulong Pending => ~(Known | _absent);

    /// <summary>Makes every signal pending.</summary>
    public void Clear()
    {
        Array.Clear(_values);
        (Known, _absent) = (0, 0);
    }

    /// <summary>The value at an ordinal, without copying it.</summary>
    internal ref readonly SignalValue Peek(int ordinal) => ref _values[ordinal];

    /// <summary>The <see cref="SignalValue.Key"/> of a known number.</summary>
    internal double KeyOf(int ordinal) => _keys[ordinal];

    /// <summary>Whether the key of a known number is the number itself.</summary>
    internal bool HasExactKey(int ordinal) => (_exact >> ordinal & 1) != 0;

    /// <summary>What the scales of a program make of a known text.</summary>
    internal TextReading Read(int ordinal, TextScales scales)
    {
        var reading = _readings[ordinal];
        return reading.Scales == scales ? reading : _readings[ordinal] = reading.Text.ReadWith(scales);
    }

    private static TextReading[] MakeReadings()
    {
        var readings = new TextReading[SignalCatalog.Count];
        Array.Fill(readings, InternedText.Empty.LastReading);
        return readings;
    }
}
