namespace RgPolicy.Service.Minutes;

/// <summary>What a pool had at the end of some time.</summary>
/// <param name="Pool">Its name.</param>
/// <param name="Ways">Ways of the cache with the fewest, as read back where something is in force; null for
/// all.</param>
/// <param name="Share">CPU weight as a fraction of the favoured pool's.</param>
/// <param name="Cpus">CPUs; null for all.</param>
/// <param name="Bandwidth">Memory bandwidth in percent; null for all.</param>
internal sealed record PoolSpan(string Pool, int? Ways, double Share, int? Cpus, int? Bandwidth = null);
