using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Signals;

/// <summary>A value for every signal, indexed by its ordinal; made once and filled again for each query.</summary>
public sealed class SignalValues
{
    private readonly SignalValue[] _values = new SignalValue[SignalCatalog.Count];
    private ulong _absent;

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
            var bit = 1UL << ordinal;
            Known = value.IsKnown ? Known | bit : Known & ~bit;
            _absent = value.State == SignalState.Absent ? _absent | bit : _absent & ~bit;
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
}
