using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>One setting of a pool.</summary>
/// <param name="Name">Which.</param>
/// <param name="Value">What was asked for.</param>
/// <param name="Required">Written with <c>require</c>: a target that cannot enforce it rejects the policy.</param>
/// <param name="Text">The words of the policy, white space collapsed, such as <c>cpu weight 200</c>.</param>
/// <param name="Range">Where it stands.</param>
public sealed record Setting(SettingName Name, SettingValue Value, bool Required, string Text, TextRange Range);

/// <summary>What a setting asks for.</summary>
public abstract record SettingValue;

/// <summary>A share of the ways of one L3 domain; exactly one of percent and ways is given.</summary>
public sealed record CacheValue(Rational? Percent, int? Ways, int? AtLeastWays, bool Exclusive) : SettingValue;

/// <summary>
/// A single number: percent (60 % is 60), bytes, bytes/s, seconds, operations/s or a count, as <paramref name="Type"/>
/// says (<see cref="SignalType.Number"/> stands for operations/s).
/// </summary>
public sealed record AmountValue(Rational Amount, SignalType Type) : SettingValue;

/// <summary>
/// The logical CPUs that a pool may use. <c>like POOL</c> is resolved to that pool's value when the policy is bound.
/// </summary>
/// <param name="Kind">How it is written.</param>
/// <param name="Percent">For <see cref="CoreSetKind.Percent"/>.</param>
/// <param name="Cores">For <see cref="CoreSetKind.List"/>: sorted, distinct.</param>
/// <param name="Index">For socket and numa: its number.</param>
public sealed record CoreSetValue(CoreSetKind Kind, Rational? Percent, ImmutableArray<int> Cores, int? Index)
    : SettingValue;

/// <summary>How many of a pool's queries have its share at a time.</summary>
/// <param name="Count">So many.</param>
/// <param name="Wait">The longest wait for a slot as written; null where the policy leaves it out.</param>
public sealed record SlotsValue(Rational Count, TimeSpan? Wait) : SettingValue
{
    /// <summary>The longest wait where the policy leaves it out.</summary>
    public static readonly TimeSpan UsualWait = TimeSpan.FromSeconds(30);

    /// <summary>A query that has waited this long has the pool's share, whatever runs.</summary>
    public TimeSpan LongestWait => Wait ?? UsualWait;
}

/// <summary>How a core set is written.</summary>
public enum CoreSetKind
{
    /// <summary><c>all</c></summary>
    All,

    /// <summary><c>50%</c></summary>
    Percent,

    /// <summary><c>4..15, 20</c></summary>
    List,

    /// <summary><c>socket 1</c></summary>
    Socket,

    /// <summary><c>numa 1</c></summary>
    Numa,
}
