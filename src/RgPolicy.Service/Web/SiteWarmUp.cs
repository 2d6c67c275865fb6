using System.Net;
using System.Net.Sockets;
using System.Text;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Web;

/// <summary>
/// Makes every kind of answer before the first request: code that runs for the first time takes some hundred
/// milliseconds, and the first user to ask is often in a hurry.
/// </summary>
internal static class SiteWarmUp
{
    private const int Rounds = 40;

    // The runtime counts calls, and compiles anew what is called often, only where nothing new was compiled for 100 ms:
    // not before the loop beside it has got going.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private static readonly string[] Paths = ["/", "/policy", "/host", "/audit", "/api/v1/status", "/metrics"];

    private static readonly byte[] Request = Encoding.ASCII.GetBytes(
        $"GET {SiteAssets.StylePath} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    );

    /// <summary>Makes every answer about a loop that does not exist.</summary>
    public static async Task MakeAsync(CancellationToken cancellationToken)
    {
        var content = new SiteContent([new SiteTarget("", WarmUpLoop.Show())]);
        foreach (var path in Paths)
        {
            (await content.FindAsync(path, cancellationToken))?.Answer.Dispose();
        }
    }

    /// <summary>Goes on for some seconds, until the runtime has compiled well what is often called.</summary>
    public static async Task GoOnAsync(CancellationToken cancellationToken)
    {
        try
        {
            for (var round = 0; round < Rounds; round++)
            {
                await Task.Delay(Pause, cancellationToken);
                await MakeAsync(cancellationToken);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The site ends.
        }
    }

    /// <summary>Asks the site for its style sheet; what comes of it does not matter.</summary>
    public static async Task AskAsync(Uri address, TimeSpan patience)
    {
        using var late = new CancellationTokenSource(patience);
        try
        {
            using var client = new TcpClient();
            await client.ConnectAsync(
                Reachable(IPAddress.Parse(address.Host.Trim('[', ']'))),
                address.Port,
                late.Token
            );
            await using var stream = client.GetStream();
            await stream.WriteAsync(Request, late.Token);
            await stream.CopyToAsync(Stream.Null, late.Token);
        }
        catch (Exception failure) when (failure is SocketException or IOException or OperationCanceledException)
        {
            // It was only a warm-up.
        }
    }

    private static IPAddress Reachable(IPAddress listening) =>
        IPAddress.Any.Equals(listening) ? IPAddress.Loopback
        : IPAddress.IPv6Any.Equals(listening) ? IPAddress.IPv6Loopback
        : listening;
}
