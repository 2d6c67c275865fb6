using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Signals;

/// <summary>
/// A value for every signal, indexed by its ordinal; made once and filled again for each query. It
/// remembers what the program that asked last made of the values that have not changed since, and so is
/// for one thread at a time.
/// </summary>
internal sealed class SignalValues
{
    /// <summary>Where <see cref="Keys"/> has 0 instead of a signal's key.</summary>
    internal static readonly byte NoSignal = (byte)SignalCatalog.Count;

    private readonly SignalValue[] _values = new SignalValue[SignalCatalog.Count];

    // The same once more by columns: what classification reads lies close together.
    private readonly double[] _keys = MakeKeys();
    private readonly TextReading[] _readings = MakeReadings();
    private ulong _absent;
    private ulong _exact;

    // The ranks that the last asker found, for the values that have not changed since.
    private object? _ranker;
    private int[] _ranks = [];
    private int[] _rows = [];
    private ulong _changed = ulong.MaxValue;

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
            ref var present = ref _values[ordinal];
            if (present.IsSameAs(in value))
                return;

            present = value;
            _keys[ordinal] = value.IsKnown ? value.Key : double.NaN;
            _readings[ordinal] = value.Interned.LastReading;
            var bit = 1UL << ordinal;
            _changed |= bit;
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
        ForgetKeys(_keys);
        (Known, _absent, _changed) = (0, 0, ulong.MaxValue);
    }

    /// <summary>The value at an ordinal, without copying it.</summary>
    internal ref readonly SignalValue Peek(int ordinal) => ref _values[ordinal];

    /// <summary>The <see cref="SignalValue.Key"/> of each known number, by its ordinal; NaN of what is not known; 0 at
    /// <see cref="NoSignal"/>.</summary>
    internal ReadOnlySpan<double> Keys => _keys;

    /// <summary>The numbers that are their keys, one bit per ordinal.</summary>
    internal ulong Exact => _exact;

    /// <summary>What the scales of a program make of a known text.</summary>
    internal TextReading Read(int ordinal, TextScales scales)
    {
        var reading = _readings[ordinal];
        return reading.Scales == scales ? reading : _readings[ordinal] = reading.Text.ReadWith(scales);
    }

    /// <summary>The ranks that an asker found the last time; all signals count as changed when another
    /// has asked since.</summary>
    /// <param name="ranker">The ranker that asks.</param>
    /// <param name="count">How many ranks it has.</param>
    /// <param name="changed">The signals whose ranks must be found again, one bit per ordinal.</param>
    internal Span<int> TakeRanks(object ranker, int count, out ulong changed)
    {
        if (_ranker != ranker)
        {
            _ranks = _ranks.Length < count ? new int[count] : _ranks;
            (_ranker, _changed) = (ranker, ulong.MaxValue);
        }

        (changed, _changed) = (_changed, 0);
        return _ranks.AsSpan(0, count);
    }

    /// <summary>A buffer for the caller, so that a question takes none from the stack; holds nothing from one question
    /// to the next.</summary>
    internal Span<int> Room(int count)
    {
        if (_rows.Length < count)
            _rows = new int[count];

        return _rows.AsSpan(0, count);
    }

    private static double[] MakeKeys()
    {
        var keys = new double[NoSignal + 1];
        ForgetKeys(keys);
        return keys;
    }

    private static void ForgetKeys(double[] keys) => Array.Fill(keys, double.NaN, 0, NoSignal);

    private static TextReading[] MakeReadings()
    {
        var readings = new TextReading[SignalCatalog.Count];
        Array.Fill(readings, InternedText.Empty.LastReading);
        return readings;
    }
}
