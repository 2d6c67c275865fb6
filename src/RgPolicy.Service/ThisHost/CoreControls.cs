using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Engine.Compile;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Enforcing;

namespace RgPolicy.Service.ThisHost;

/// <summary>Whether the CPUs of a SQL Server's resource pools can be given masks from here.</summary>
public static class CoreControls
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
        {
            return (null, null);
        }

        if (program.Target.OperatingSystem != "linux")
        {
            return (null, "the server runs on Windows, which offers no cache allocation");
        }

        if (SqlServerConnection.Parse(connect, _ => null).Options is not { } connection || !connection.IsThisHost)
        {
            return (null, "the server is on another host: run rgp there, connected to localhost");
        }

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
        ArgumentNullException.ThrowIfNull(place);
        ArgumentNullException.ThrowIfNull(connection);
        ArgumentNullException.ThrowIfNull(server);
        if (
            server.OperatingSystem != "linux"
            || !connection.IsThisHost
            || HostProbe.Read(place.Root, place.IsRoot, null) is not { Resctrl.Ways: > 1 } host
        )
        {
            return server;
        }

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
/// <param name="Root">Where the kernel's files are read.</param>
/// <param name="IsRoot">True when this process is root.</param>
/// <param name="Time">The clock.</param>
public sealed record HostPlace(FileRoot Root, bool IsRoot, TimeProvider Time);
