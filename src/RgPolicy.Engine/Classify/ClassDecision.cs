namespace RgPolicy.Engine.Classify;

/// <summary>The class of one query.</summary>
/// <param name="ClassIndex">Index into the policy's classes.</param>
/// <param name="IsProvisional">
/// A class above the winner is unknown because of a pending signal: the decision is made again when the
/// signal arrives, and throttles nothing until then.
/// </param>
/// <param name="PendingSignals">The pending signals that made it provisional, one bit per ordinal.</param>
public readonly record struct ClassDecision(int ClassIndex, bool IsProvisional, ulong PendingSignals);
