using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Levers;

/// <summary>How the sidecar is started for a server, and how it is given groups.</summary>
internal static class SidecarFix
{
    private const string Limits = "/etc/rgpolicy/limits.json";

    /// <summary>The commands that start it, by its units where they are installed; in words where the server is not
    /// known.</summary>
    public static string For(HostFacts facts)
    {
        return facts switch
        {
            { Server: null } => "# start the server, then run rgp doctor again",
            { HasUnits: true, Server.PidFile: null } =>
                $"echo \"RGPOLICY_DATA_DIRECTORY={DataDirectory(facts.Server)}\" | sudo tee /etc/default/rgpolicy-sidecar\n"
                    + "sudo systemctl enable rgpolicy-provision rgpolicy-sidecar && "
                    + "sudo systemctl restart rgpolicy-provision rgpolicy-sidecar",
            _ => $"sudo rgp-sidecar guard --data-directory \"{DataDirectory(facts.Server)}\"{PidFile(facts.Server)}",
        };
    }

    /// <summary>The command that hands groups over to the server's user.</summary>
    public static string Provision(HostFacts facts)
    {
        return facts switch
        {
            { HasUnits: true } => "sudo systemctl reload-or-restart rgpolicy-provision  "
                + "# what it cannot have: journalctl -u rgpolicy-provision",
            { Server: { } server } =>
                $"sudo rgp-sidecar provision --data-directory \"{DataDirectory(server)}\"{PidFile(server)} --limits {Limits}",
            _ => "# start the server, then run rgp doctor again",
        };
    }

    private static string DataDirectory(ServerProcess server) =>
        string.Create(CultureInfo.InvariantCulture, $"$(sudo readlink /proc/{server.ProcessId}/cwd)");

    private static string PidFile(ServerProcess server) =>
        server.PidFile is { } file ? $" --pid-file '{file.Replace("'", "'\\''", StringComparison.Ordinal)}'" : "";
}
