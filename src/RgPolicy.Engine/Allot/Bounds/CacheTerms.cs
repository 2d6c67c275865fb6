using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot.Bounds;

/// <summary>What a strategy has to keep to on one target: the pools' shares as written are the most,
/// their floors the least.</summary>
internal sealed class CacheTerms
{
    private CacheTerms(CacheHardware hardware, ImmutableArray<PoolTerms> pools, double bytesPerWay, int reserve)
    {
        (Hardware, Pools, BytesPerWay, Reserve) = (hardware, pools, bytesPerWay, reserve);
    }

    /// <summary>Positions of the L3 domains in which the server may run, as bits; of one where that is not
    /// known.</summary>
    public ulong ServerDomains { get; private init; } = ulong.MaxValue;

    /// <summary>Logical CPUs of an L3 domain, on average.</summary>
    public int CpusPerDomain { get; private init; } = 1;

    public CacheHardware Hardware { get; }

    /// <summary>Every pool that has a class of service, or whose ways are kept free.</summary>
    public ImmutableArray<PoolTerms> Pools { get; }

    /// <summary>What one query's NUMA node keeps in a way of one domain.</summary>
    public double BytesPerWay { get; }

    /// <summary>Ways of the pocket that streaming pools share.</summary>
    public int Reserve { get; }

    public static CacheTerms Of(
        Policy policy,
        TargetProfile target,
        ImmutableArray<PoolAllotment> allotments,
        HostTerms? host = null
    )
    {
        var map = CpuMap.Of(target);
        var hardware = CacheHardware.Of(target, map, host);
        ImmutableArray<PoolTerms> pools =
        [
            .. from allotment in allotments
            let draft = PoolDraft.Of(allotment.Pool, policy, target, map)
            where draft.IsExclusive || (allotment.Throttles && (draft.IsSplit || allotment.ServiceClass is not null))
            let floor = Math.Clamp(draft.FloorWays, hardware.LeastWays, hardware.Ways)
            select new PoolTerms(
                allotment.Pool.Index,
                floor,
                Math.Max(floor, draft.WayCount ?? hardware.Ways),
                draft.IsExclusive,
                draft.IsSplit && !draft.IsExclusive,
                draft.MemoryBandwidthPercent ?? 100,
                draft.Cores is { } cores ? map.DomainsOf(cores) : ulong.MaxValue
            ),
        ];
        var wished = (int)((policy.CacheStrategy?.ReservePercent ?? 10) * hardware.Ways / 100).Floor();
        return new CacheTerms(
            hardware,
            pools,
            (double)target.LlcBytes / Math.Max(1, hardware.Ways) / target.SubNumaClusters,
            Math.Clamp(wished, hardware.LeastWays, hardware.Ways)
        )
        {
            ServerDomains =
                target.ServerCpus is not { } cpus ? ulong.MaxValue
                : cpus.IsEmpty ? 1
                : map.DomainsOf(cpus),
            CpusPerDomain = Math.Max(1, map.Count / map.Domains.Length),
        };
    }

    /// <summary>Where a pool stands in <see cref="Pools"/>, or -1.</summary>
    public int PositionOf(int pool)
    {
        for (var index = 0; index < Pools.Length; index++)
        {
            if (Pools[index].Pool == pool)
                return index;
        }

        return -1;
    }
}

/// <summary>Between what bounds a strategy may move one pool.</summary>
/// <param name="Pool">The pool's index.</param>
/// <param name="Floor">Never fewer ways.</param>
/// <param name="Cap">Never more ways: as written.</param>
/// <param name="IsExclusive">As written.</param>
/// <param name="TakesPart">False where the strategy leaves it as written: exclusive, or without a share
/// of the cache.</param>
/// <param name="Bandwidth">Memory bandwidth, percent; no strategy changes it.</param>
/// <param name="Domains">Positions of the L3 domains in which it runs, as bits.</param>
internal sealed record PoolTerms(
    int Pool,
    int Floor,
    int Cap,
    bool IsExclusive,
    bool TakesPart,
    int Bandwidth,
    ulong Domains
)
{
    /// <summary>As the policy writes it.</summary>
    public CacheRequest AsWritten => With(Cap, IsExclusive);

    public CacheRequest With(int ways, bool isApart) => new(Pool, ways, Floor, isApart, Bandwidth, Domains);
}
