namespace RgPolicy.Host.Protocol;

/// <summary>Neighbouring ways in one L3 domain.</summary>
/// <param name="Domain">The domain's number, as the kernel's schemata name it.</param>
/// <param name="FirstWay">The first way, from 0.</param>
/// <param name="WayCount">How many; at least 1.</param>
public sealed record DomainWays(int Domain, int FirstWay, int WayCount);
