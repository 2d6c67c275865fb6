namespace RgPolicy.Sidecar.Prefetching;

/// <summary>What a CPU's prefetchers were before they were turned off.</summary>
/// <param name="Cpu">The logical CPU.</param>
/// <param name="Bits">The four bits of the register; a bit that is set turns one prefetcher off.</param>
internal sealed record PrefetcherOriginal(int Cpu, ulong Bits);
