using RgPolicy.Language.Conditions;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>
/// A condition of the whole target with hysteresis: entered when <paramref name="When"/> held for
/// <paramref name="EnterAfter"/>, left when <paramref name="Until"/> held for <paramref name="LeaveAfter"/>.
/// </summary>
public sealed record State(
    string Name,
    Condition When,
    TimeSpan EnterAfter,
    Condition? Until,
    TimeSpan LeaveAfter,
    ImmutableArray<PoolOverride> Overrides,
    TextRange Range
);

/// <summary>Settings that replace those of a pool while a state is active.</summary>
public sealed record PoolOverride(Pool Pool, ImmutableArray<Setting> Settings);
