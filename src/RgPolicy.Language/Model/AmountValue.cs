using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Model;

/// <summary>
/// A single number: percent (60 % is 60), bytes, bytes/s, seconds, operations/s or a count, as <paramref name="Type"/>
/// says (<see cref="SignalType.Number"/> stands for operations/s).
/// </summary>
public sealed record AmountValue(Rational Amount, SignalType Type) : SettingValue;
