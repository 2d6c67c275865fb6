using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Language.Targets;

namespace RgPolicy.Service.ThisHost;

/// <summary>Whether the CPUs of a SQL Server's resource pools can be given masks from here.</summary>
internal static class CoreControls
{
    /// <summary>How, or why not; neither for other servers.</summary>
    internal static (CoreControl? Control, string? Missing) Of(
        HostPlace place,
        string? connect,
        PolicyProgram program,
        Func<CancellationToken, Task<ISidecar>> connectSidecar
    )
    {
        if (program.Target.DbmsKind != "sqlserver" || connect is null)
            return (null, null);

        if (program.Target.OperatingSystem != "linux")
            return (null, "the server runs on Windows, which offers no cache allocation");

        if (SqlServerConnection.Parse(connect, _ => null).Options is not { } connection || !connection.IsThisHost)
            return (null, "the server is on another host: run rgp there, connected to localhost");

        var host = HostProbe.Read(place.Root, place.IsRoot, null);
        return host.Resctrl is { Ways: > 1 }
            ? (
                new CoreControl(
                    HostProfile.Of(host, "this_host", "linux"),
                    connectSidecar,
                    new CoreHost(place.Root, place.Time).FindProblem
                ),
                null
            )
            : (null, "this host offers no cache allocation, or resctrl is not mounted (rgp doctor)");
    }

    /// <summary>The server as a target, with this host's processor where it is on this host and offers
    /// cache allocation.</summary>
    public static TargetProfile OnThisHost(HostPlace place, SqlServerConnectionOptions connection, TargetProfile server)
    {
        if (
            server.OperatingSystem != "linux"
            || !connection.IsThisHost
            || HostProbe.Read(place.Root, place.IsRoot, null) is not { Resctrl.Ways: > 1 } host
        )
            return server;

        return HostProfile.Of(host, server.Name, server.OperatingSystem) with
        {
            DbmsKind = server.DbmsKind,
            DbmsVersion = server.DbmsVersion,
            Cores = server.Cores,
            Sockets = server.Sockets,
        };
    }
}

/// <summary>Where on this host a loop is put together, and what with.</summary>
internal sealed record HostPlace(FileRoot Root, bool IsRoot, TimeProvider Time);

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
            ? Invariant(
                $"the server counts {resources.HostCpus} CPUs and this host has {_cpus.Length} online, so its numbers are not the host's (a container, or a CPU that went offline)"
            )
        : resources.Pools.Any(pool => pool.Cpus.Any(cpu => !_cpus.Contains(cpu)))
            ? "a pool's CPU is not online on this host"
        : null;

    /// <summary>The first process of that name started the others and has no affinity of its own but
    /// what the host gave it.</summary>
    private string? OfProcess()
    {
        if (SqlServerProcess.Find(root) is not { } server)
            return $"no process {SqlServerProcess.Name} can be seen on this host";

        var allowed = server.MayUse(root);
        return _cpus.All(allowed.Contains)
            ? null
            : $"{SqlServerProcess.Name} may use CPUs {CpuList.Format(allowed)} only (cpuset or taskset), so its "
                + "numbers may not be the host's";
    }
}

/// <summary>How CPUs of a server whose threads cannot be told apart are given masks.</summary>
/// <param name="Host">The processor, as a target whose queries can be moved.</param>
/// <param name="Connect">Connects to the sidecar.</param>
/// <param name="FindProblem">Why the server's CPUs are not the host's, seen from the host; null when they are.</param>
internal sealed record CoreControl(
    TargetProfile Host,
    Func<CancellationToken, Task<ISidecar>> Connect,
    Func<ServerResources, string?> FindProblem
);
