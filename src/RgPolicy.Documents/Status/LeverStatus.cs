namespace RgPolicy.Documents.Status;

/// <summary>Whether a lever works on this host.</summary>
/// <param name="Lever">Such as <c>cpu_cgroup</c>.</param>
/// <param name="State"><c>used</c>, <c>available</c>, <c>inert</c> or <c>missing</c>.</param>
/// <param name="Reason">Why, for people.</param>
/// <param name="Fix">The command that would fix it, or null.</param>
public sealed record LeverStatus(string? Lever, string? State, string? Reason, string? Fix);
