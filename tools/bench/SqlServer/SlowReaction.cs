namespace RgPolicy.Bench.SqlServer;

/// <summary>How long a decision took, and what the time went to.</summary>
/// <param name="Took">From the beginning of the poll that saw the request first.</param>
/// <param name="At">Since the start.</param>
/// <param name="Poll">What the last poll before it took, the server's time in it.</param>
/// <param name="Paused">What a garbage collection stopped that poll for.</param>
internal readonly record struct SlowReaction(TimeSpan Took, TimeSpan At, TimeSpan Poll, TimeSpan Paused)
{
    /// <inheritdoc/>
    public override string ToString() =>
        FormattableString.Invariant(
            $"{Took.TotalMilliseconds:0.0} ms at {At.TotalSeconds:0.0} s: poll {Poll.TotalMilliseconds:0.0} ms, of it collections {Paused.TotalMilliseconds:0.0} ms"
        );
}
