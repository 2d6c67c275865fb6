using RgPolicy.Engine.CorePools;
using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>What a DBMS tells of its own resources, in a status.</summary>
internal static class ResourcesMapper
{
    /// <summary>The pools with their groups.</summary>
    public static ResourcesStatus Map(ServerResources resources) =>
        new(
            resources.ReadAt.UtcDateTime,
            resources.CoreProblem,
            [.. resources.Pools.Select(pool => Pool(pool, resources))]
        );

    /// <summary>What a running request has; null where nothing is told of it.</summary>
    public static RequestStatus? Request(ServerResources resources, int backend) =>
        resources.Requests.TryGetValue(backend, out var request)
            ? new RequestStatus(
                request.Dop,
                CpuList.Format(request.Schedulers),
                CpuList.Format(request.Cpus),
                request.Grant is { } grant ? Grant(grant) : null
            )
            : null;

    private static ResourcePoolStatus Pool(ResourcePoolFacts pool, ServerResources resources) =>
        new(
            pool.Name,
            pool.Cpu.TotalSeconds,
            pool.BusyCpus,
            pool.UsedMemoryBytes,
            pool.MaxMemoryBytes,
            pool.GrantedBytes,
            pool.GrantsWaiting,
            pool.Cpus.IsEmpty ? null : CpuList.Format(pool.Cpus),
            [
                .. resources
                    .Groups.Where(group => group.PoolId == pool.Id)
                    .Select(group => new WorkloadGroupStatus(
                        group.Name,
                        group.Active,
                        group.Queued,
                        group.BlockedTasks,
                        group.Ended,
                        group.EndedPerSecond,
                        group.Cpu.TotalSeconds
                    )),
            ]
        );

    private static GrantStatus Grant(MemoryGrant grant) =>
        new(
            grant.RequestedBytes,
            grant.GrantedBytes,
            grant.UsedBytes,
            grant.MostUsedBytes,
            grant.IdealBytes,
            grant.Waited?.TotalSeconds
        );
}

/// <summary>CPUs and masks for people, as the kernel writes them.</summary>
internal static class CorePoolText
{
    /// <summary>Such as <c>0-3</c>.</summary>
    public static string Cpus(CorePool pool) => CpuList.Format(pool.Cpus);

    /// <summary>Such as <c>L3:0=f;1=f MB:50</c>.</summary>
    public static string Masks(CorePool pool) =>
        "L3:"
        + string.Join(';', pool.Masks.Select(mask => Invariant($"{mask.Domain}={mask.Mask:x}")))
        + (pool.MemoryBandwidthPercent is { } percent ? Invariant($" MB:{percent}") : "");
}
