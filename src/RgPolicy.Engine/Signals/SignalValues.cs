using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Signals;

/// <summary>A value for every signal, indexed by its ordinal; made once and filled again for each query.</summary>
public sealed class SignalValues
{
    private readonly SignalValue[] _values = new SignalValue[SignalCatalog.Count];

    /// <summary>The value of a signal.</summary>
    public ref SignalValue this[Signal signal] => ref _values[signal.Ordinal];

    /// <summary>The value at an ordinal.</summary>
    public ref SignalValue this[int ordinal] => ref _values[ordinal];

    /// <summary>Makes every signal pending.</summary>
    public void Clear() => Array.Clear(_values);
}
