using System.Net.Sockets;

namespace RgPolicy.Host.Client;

/// <summary>Says why a connection to the sidecar failed and what to do.</summary>
internal static class ConnectionAdvice
{
    public static string For(string socketPath, Exception cause)
    {
        const string Start =
            "Start it: sudo systemctl start rgpolicy-sidecar (journalctl -u rgpolicy-sidecar says why it ended), or as "
            + "root rgp-sidecar guard --data-directory DIR.";
        return cause switch
        {
            SocketException { SocketErrorCode: SocketError.AccessDenied } =>
                $"No permission for the sidecar's socket {socketPath}. Join the group that owns it "
                    + $"(ls -l {socketPath}), "
                    + "which is the one given with --client-gid, and log in again.",
            SocketException { SocketErrorCode: SocketError.ConnectionRefused } =>
                $"A socket {socketPath} is there and no sidecar listens. {Start}",
            SocketException => $"No sidecar at {socketPath}. {Start}",
            ArgumentException => $"{socketPath} cannot be a socket's path: it is empty or longer than 107 bytes.",
            _ => $"The sidecar at {socketPath} did not accept the connection in time.",
        };
    }
}
