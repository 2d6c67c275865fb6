using RgPolicy.Host.Client;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Tests.Integration;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>One sidecar for all steps, because starting a program takes long here; it follows the
/// step's server.</summary>
internal sealed class VmSession : IAsyncDisposable
{
    private const uint Nobody = 65534;
    private readonly string _data;

    private VmSession(SidecarUnderTest sidecar, SidecarClient client, string data)
    {
        Sidecar = sidecar;
        Client = client;
        _data = data;
    }

    internal SidecarUnderTest Sidecar { get; }

    internal SidecarClient Client { get; private set; }

    internal static async Task<VmSession> StartAsync()
    {
        var data = Directory.CreateTempSubdirectory("rgp-data-").FullName;
        Assert.Equal(0, Libc.ChangeOwner(data, Nobody, Nobody));
        var sidecar = SidecarUnderTest.Start("--data-directory", data, "--lease-ms", "60000");
        return new VmSession(sidecar, await sidecar.ConnectAsync(), data);
    }

    /// <summary>Starts a server and makes it the one that is guarded.</summary>
    internal FakeServer StartServer(
        int children,
        ServerPlace place = ServerPlace.OwnGroup,
        string workingDirectory = ""
    )
    {
        var server = FakeServer.Start(children, asNobody: true, place, workingDirectory);
        Point(server.ProcessId);
        return server;
    }

    /// <summary>Makes a process the one that is guarded.</summary>
    internal void Point(int server) => File.WriteAllText(Path.Join(_data, "postmaster.pid"), $"{server}\n{_data}\n");

    /// <summary>Connects again after the sidecar was killed.</summary>
    internal async Task ReconnectAsync()
    {
        await Client.DisposeAsync();
        Client = await Sidecar.ConnectAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await Client.DisposeAsync();
        Sidecar.Dispose();
    }
}
