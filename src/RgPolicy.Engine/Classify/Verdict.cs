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
