using System.Collections.Immutable;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Model;

/// <summary>A signal that a policy test supplies; a set signal has several values.</summary>
public sealed record GivenSignal(Signal Signal, ImmutableArray<Constant> Values);
