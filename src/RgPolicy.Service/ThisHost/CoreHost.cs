using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Host.Facts;

namespace RgPolicy.Service.ThisHost;

/// <summary>Whether the numbers that a SQL Server gives its CPUs are this host's: looked at every 10 s.</summary>
internal sealed class CoreHost(FileRoot root, TimeProvider time)
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromSeconds(10);

    private ImmutableArray<int> _cpus = [];
    private string? _problem;
    private long? _lookedAt;

    /// <summary>Why they are not; null when they are.</summary>
    public string? FindProblem(ServerResources resources)
    {
        if (_lookedAt is not { } lookedAt || time.GetElapsedTime(lookedAt) >= Lifetime)
        {
            (_cpus, _lookedAt) = (Topology.Read(root).Cpus, time.GetTimestamp());
            _problem = OfProcess();
        }

        return _problem ?? OfCpus(resources);
    }

    private string? OfCpus(ServerResources resources) =>
        resources.HostCpus != _cpus.Length
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"the server counts {resources.HostCpus} CPUs and this host has {_cpus.Length} online, so its numbers "
                    + $"are not the host's (a container, or a CPU that went offline)"
            )
        : resources.Pools.Any(pool => pool.Cpus.Any(cpu => !_cpus.Contains(cpu)))
            ? "a pool's CPU is not online on this host"
        : null;

    /// <summary>The first process of that name started the others and has no affinity of its own but
    /// what the host gave it.</summary>
    private string? OfProcess()
    {
        if (SqlServerProcess.Find(root) is not { } server)
        {
            return $"no process {SqlServerProcess.Name} can be seen on this host";
        }

        var allowed = server.MayUse(root);
        return _cpus.All(allowed.Contains)
            ? null
            : $"{SqlServerProcess.Name} may use CPUs {CpuList.Format(allowed)} only (cpuset or taskset), so its "
                + "numbers may not be the host's";
    }
}
