using System.Globalization;
using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Levers;

/// <summary>How the sidecar is started for a server.</summary>
public static class SidecarFix
{
    /// <summary>The command; in words where the server is not known.</summary>
    /// <param name="server">The server, or null.</param>
    public static string For(ServerProcess? server) =>
        server is null
            ? "# sudo rgp-sidecar guard --data-directory DIR"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"sudo rgp-sidecar guard --data-directory \"$(sudo readlink /proc/{server.ProcessId}/cwd)\"{PidFile(server)}"
            );

    private static string PidFile(ServerProcess server) =>
        server.PidFile is { } file ? $" --pid-file '{file.Replace("'", "'\\''", StringComparison.Ordinal)}'" : "";
}
