using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace RgPolicy.Bench.Service;

/// <summary>Asks for a page with as little of its own as can be, so that what is measured is the server's.</summary>
internal static class PlainClient
{
    private const int Rounds = 50;

    /// <summary>From the connection's beginning to the answer's last byte.</summary>
    public static async Task<TimeSpan> AskAsync(Uri address, string path)
    {
        var began = Stopwatch.GetTimestamp();
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, address.Port);
        await using var stream = client.GetStream();
        await stream.WriteAsync(
            Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        );
        await stream.CopyToAsync(Stream.Null);
        return Stopwatch.GetElapsedTime(began);
    }

    /// <summary>Asks a listener of its own, so that its code has run before anything is measured.</summary>
    public static async Task WarmUpAsync()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var address = new Uri($"http://{listener.LocalEndpoint}");
        var answer = new byte[500_000];
        for (var round = 0; round < Rounds; round++)
        {
            var asked = AskAsync(address, "/");
            using var client = await listener.AcceptTcpClientAsync();
            await using (var stream = client.GetStream())
            {
                if (await stream.ReadAsync(new byte[1000]) > 0)
                    await stream.WriteAsync(answer);
            }

            await asked;
        }
    }
}
