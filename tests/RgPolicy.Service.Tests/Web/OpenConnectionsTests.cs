using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Tests.Web;

public sealed class OpenConnectionsTests
{
    private static readonly IPAddress One = IPAddress.Parse("10.0.0.1");
    private static readonly IPAddress Other = IPAddress.Parse("10.0.0.2");
    private readonly List<string> _ended = [];
    private readonly OpenConnections _open = new(most: 6, mostOfOne: 4);

    [Fact]
    public void Add_OnePeerHasItsShare_ItsOldestSilentOneGoes()
    {
        Add("a1", One);
        Add("a2", One);
        Add("a3", One);
        Add("a4", One);
        _open.Mark("a1", isAsking: true);

        Add("a5", One);
        Add("b1", Other);

        Assert.Equal(["a2"], _ended);
    }

    [Fact]
    public void Add_NoPlaceIsLeft_TheBusiestPeersOldestSilentOneGoes()
    {
        foreach (var id in new[] { "a1", "a2", "a3", "a4" })
            Add(id, One);
        Add("b1", Other);
        Add("b2", Other);
        _open.Mark("a1", isAsking: true);
        _open.Mark("a1", isAsking: false);

        Add("c1", IPAddress.Parse("::ffff:10.0.0.3"));

        Assert.Equal(["a2"], _ended);
    }

    [Fact]
    public void Add_AllOthersAsk_TheNewOneGoes()
    {
        foreach (var id in new[] { "a1", "a2", "a3", "a4" })
        {
            Add(id, One);
            _open.Mark(id, isAsking: true);
        }

        Add("a5", One);
        _open.Remove("a1");
        Add("a6", One);

        Assert.Equal(["a5"], _ended);
    }

    [Fact]
    public async Task Site_HalfOpenConnections_StopNobody()
    {
        var scene = new LoopScene();
        await using var site = await StatusSite.StartAsync(
            ListenAddress.Parse("0")!,
            [new SiteTarget("a", Waiting())],
            TimeProvider.System,
            scene
        );
        var sockets = new List<Socket>();
        try
        {
            for (var i = 0; i < 300; i++)
            {
                var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(IPAddress.Loopback, site!.Address.Port);
                _ = i % 2 == 0 ? 0 : await socket.SendAsync("GET /metrics HTTP/1.1\r\nHost: "u8.ToArray());
                sockets.Add(socket);
            }

            // Each over a connection of its own, as many in turn as would be half a minute behind the
            // time limit of the half-open ones.
            var clock = Stopwatch.StartNew();
            for (var i = 0; i < 20; i++)
            {
                using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
                Assert.Contains(
                    "rgp_target_up",
                    await client.GetStringAsync(new Uri(site!.Address, "/metrics")),
                    StringComparison.Ordinal
                );
            }

            Assert.True(
                clock.Elapsed < TimeSpan.FromSeconds(30),
                clock.Elapsed.ToString("c", CultureInfo.InvariantCulture)
            );
        }
        finally
        {
            sockets.ForEach(socket => socket.Dispose());
        }
    }

    private static StatusBroker Waiting()
    {
        var broker = new StatusBroker();
        broker.Show(new WaitingDocument("x"));
        return broker;
    }

    private void Add(string id, IPAddress peer) => _open.Add(id, peer, () => _ended.Add(id))?.Invoke();
}
