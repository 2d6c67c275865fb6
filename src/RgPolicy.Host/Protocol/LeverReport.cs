namespace RgPolicy.Host.Protocol;

/// <summary>Whether a lever really has an effect on this host, for the DBMS's processes, at this moment.</summary>
/// <param name="Lever"><c>cpu_cgroup</c>, <c>affinity</c>, <c>io_priority</c>, <c>read_limit</c>, <c>cache</c>,
/// <c>memory_bandwidth</c>, <c>nice</c>.</param>
/// <param name="State"><c>used</c>, <c>available</c>, <c>inert</c> or <c>missing</c>.</param>
/// <param name="Reason">Why, for people.</param>
/// <param name="Fix">The command that would fix it, or null.</param>
public sealed record LeverReport(string Lever, string State, string Reason, string? Fix);
