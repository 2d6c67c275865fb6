namespace RgPolicy.Service.Minutes;

/// <summary>What happened in a minute, or in an hour.</summary>
/// <param name="Began">Its begin.</param>
/// <param name="Host">The host and all queries.</param>
/// <param name="Classes">Each class, apart by whether the policy was enforced.</param>
/// <param name="Pools">What pools had at its end.</param>
internal sealed record MinuteSpan(
    DateTimeOffset Began,
    HostSpan Host,
    IReadOnlyList<ClassSpan> Classes,
    IReadOnlyList<PoolSpan> Pools
);

/// <summary>What a pool had at the end of some time.</summary>
/// <param name="Pool">Its name.</param>
/// <param name="Ways">Ways of the cache with the fewest, as read back where something is in force; null for
/// all.</param>
/// <param name="Share">CPU weight as a fraction of the protected pool's.</param>
/// <param name="Cpus">CPUs; null for all.</param>
/// <param name="Bandwidth">Memory bandwidth in percent; null for all.</param>
internal sealed record PoolSpan(string Pool, int? Ways, double Share, int? Cpus, int? Bandwidth = null);
