using System.Net.Sockets;
using RgPolicy.Host.Client;

namespace RgPolicy.Service.ThisHost;

/// <summary>What the sidecar says of itself, or why it says nothing; exactly one of the first two is set.</summary>
/// <param name="State">Its answer.</param>
/// <param name="Problem">Why there is none, and what to do.</param>
/// <param name="IsDenied">One runs, but this user may not talk to it.</param>
internal sealed record SidecarAnswer(SidecarState? State, string? Problem, bool IsDenied)
{
    /// <summary>Asks it; takes no lease.</summary>
    public static async Task<SidecarAnswer> AskAsync(SidecarPlace place, CancellationToken cancellationToken)
    {
        try
        {
            await using var client = await SidecarClient.ConnectAsync(
                place.SocketPath,
                SidecarDefaults.RequestTimeout,
                cancellationToken
            );
            return new SidecarAnswer(await client.GetStateAsync(cancellationToken), null, IsDenied: false);
        }
        catch (SidecarException error)
        {
            var denied = error.InnerException is SocketException { SocketErrorCode: SocketError.AccessDenied };
            return new SidecarAnswer(null, error.Message, denied);
        }
    }
}

internal sealed record SidecarPlace(string SocketPath, string StateDirectory, string InstallDirectory);
