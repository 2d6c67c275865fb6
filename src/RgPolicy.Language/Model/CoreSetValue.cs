using System.Collections.Immutable;
using RgPolicy.Language.Numbers;

namespace RgPolicy.Language.Model;

/// <summary>
/// The logical CPUs that a pool may use. <c>like POOL</c> is resolved to that pool's value when the policy is bound.
/// </summary>
/// <param name="Kind">How it is written.</param>
/// <param name="Percent">For <see cref="CoreSetKind.Percent"/>.</param>
/// <param name="Cores">For <see cref="CoreSetKind.List"/>: sorted, distinct.</param>
/// <param name="Index">For socket and numa: its number.</param>
public sealed record CoreSetValue(CoreSetKind Kind, Rational? Percent, ImmutableArray<int> Cores, int? Index)
    : SettingValue;
