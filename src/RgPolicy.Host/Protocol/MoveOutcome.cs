namespace RgPolicy.Host.Protocol;

/// <summary>The answer to one move, after read-back.</summary>
/// <param name="ProcessId">The process.</param>
/// <param name="Pool">The pool that was asked for.</param>
/// <param name="Status">How it ended.</param>
/// <param name="Detail">For people: what was not done and why; empty when everything was.</param>
public sealed record MoveOutcome(int ProcessId, int Pool, MoveStatus Status, string Detail);
