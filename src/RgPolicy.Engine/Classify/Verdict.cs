using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Classify;

/// <summary>
/// The value of a condition now, and the range that it can still move in when pending signals arrive. Each pending atom
/// counts as free to become true or false, whatever other atoms of the same signal become.
/// </summary>
/// <param name="Value">The value now.</param>
/// <param name="Low">The least value that it can come to.</param>
/// <param name="High">The greatest value that it can come to.</param>
internal readonly record struct Verdict(Truth Value, Truth Low, Truth High)
{
    public static Verdict True => new(Truth.True, Truth.True, Truth.True);

    public static Verdict False => default;

    /// <summary>Unknown for good.</summary>
    public static Verdict Absent => new(Truth.Unknown, Truth.Unknown, Truth.Unknown);

    /// <summary>Unknown until a signal arrives.</summary>
    public static Verdict Pending => new(Truth.Unknown, Truth.False, Truth.True);

    /// <summary>True when no pending signal can change the value.</summary>
    public bool IsFinal => Low == High;

    public static Verdict Of(bool value) => value ? True : False;

    public Verdict And(Verdict other) => new(Min(Value, other.Value), Min(Low, other.Low), Min(High, other.High));

    public Verdict Or(Verdict other) => new(Max(Value, other.Value), Max(Low, other.Low), Max(High, other.High));

    public Verdict Not() => new(Opposite(Value), Opposite(High), Opposite(Low));

    private static Truth Min(Truth left, Truth right) => left < right ? left : right;

    private static Truth Max(Truth left, Truth right) => left > right ? left : right;

    private static Truth Opposite(Truth value) => (Truth)(2 - (int)value);
}

/// <summary>The class of one query.</summary>
/// <param name="ClassIndex">Index into the policy's classes.</param>
/// <param name="IsProvisional">
/// A class above the winner is unknown because of a pending signal: the decision is made again when the
/// signal arrives, and throttles nothing until then.
/// </param>
/// <param name="PendingSignals">The pending signals that made it provisional, one bit per ordinal.</param>
internal readonly record struct ClassDecision(int ClassIndex, bool IsProvisional, ulong PendingSignals);

/// <summary>A class with its condition ready to evaluate; null is always true.</summary>
internal sealed record CompiledClass(QueryClass Class, CompiledCondition? Condition);

/// <summary>Kleene's three truth values; the numbers make <c>and</c> the minimum and <c>or</c> the maximum.</summary>
internal enum Truth : byte
{
    /// <summary>Does not hold.</summary>
    False,

    /// <summary>Cannot be told.</summary>
    Unknown,

    /// <summary>Holds.</summary>
    True,
}
