using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>The words of an enum, in their order; for a bool false and true.</summary>
internal sealed record WordAxis(Signal Signal) : Axis(Signal.Type == SignalType.Bool ? 2 : Signal.Words.Length);
