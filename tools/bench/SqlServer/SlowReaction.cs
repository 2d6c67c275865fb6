namespace RgPolicy.Bench.SqlServer;

/// <summary>How long a decision took, and what the last poll before it waited for.</summary>
/// <param name="Took">From the beginning of the poll that saw the request first.</param>
/// <param name="At">Since the start.</param>
/// <param name="Poll">What the poll took, the server's time in it.</param>
internal readonly record struct SlowReaction(TimeSpan Took, TimeSpan At, PollCost Poll)
{
    /// <inheritdoc/>
    public override string ToString() =>
        FormattableString.Invariant($"{Took.TotalMilliseconds:0.0} ms at {At.TotalSeconds:0.0} s: {Poll}");
}
