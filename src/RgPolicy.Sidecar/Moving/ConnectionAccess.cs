using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Moving;

/// <summary>
/// Tries whether the kernel lets this process read the sockets of a server's processes. It compares users and groups
/// (ptrace(2), "access mode checking"): the same user is not enough.
/// </summary>
internal static class ConnectionAccess
{
    private const string Drops = "/etc/systemd/system/rgpolicy-sidecar.service.d";

    /// <summary>What is in the way, or null: then a client's backend can be told from the server's own processes.</summary>
    internal static ServerBlock? Try(FileRoot root, Postmaster server)
    {
        if (TargetCheck.RunsThreads(root, server.ProcessId))
            return null;

        var children = root.ReadTrimmed(Invariant($"/proc/{server.ProcessId}/task/{server.ProcessId}/children"));
        foreach (var id in (children ?? string.Empty).Split(' ').Append(Invariant($"{server.ProcessId}")))
        {
            var error = MachineTree.Of(root).ReadLinks(root.Path(Invariant($"/proc/{id}/fd")), out _);
            if (error is not (0 or KernelError.NoEntry))
                return Explain(root, int.Parse(id, CultureInfo.InvariantCulture), error);
        }

        var table = Invariant($"/proc/{server.ProcessId}/net");
        return
            SocketTable.Read(root, server.ProcessId) is null
            && root.HasDirectory(Invariant($"/proc/{server.ProcessId}"))
            ? new ServerBlock($"no client's backend can be told from others: {table}/unix and tcp cannot be read", null)
            : null;
    }

    private static ServerBlock Explain(FileRoot root, int id, int error)
    {
        var start =
            $"no client's backend can be told from others: the links in /proc/{id}/fd cannot be read "
            + $"({Errno.Describe(error)})";
        var (ownUser, ownGroup) = Identity(root, Environment.ProcessId);
        var (user, group) = Identity(root, id);
        if (user is null || group is null)
            return new ServerBlock($"{start}: process {id} changes its user or group", null);

        if (ownUser == user && ownGroup == group)
        {
            return new ServerBlock(
                $"{start}: user and group are the same, so a security module or the server's unit forbids it",
                "sudo journalctl -k --grep='apparmor|avc|audit' -n 20  # what refused it"
            );
        }

        var (key, own, wanted) = ownUser == user ? ("group", ownGroup, group) : ("user", ownUser, user);
        return new ServerBlock(
            Invariant(
                $"{start}: the kernel compares users and groups, and the sidecar runs with {key} {own}, the server with {wanted}"
            ),
            $"sudo mkdir -p {Drops} && printf '[Service]\\nUser={user}\\nGroup={group}\\nSupplementaryGroups=rgpolicy\\n' | "
                + $"sudo tee {Drops}/server.conf && sudo systemctl daemon-reload && sudo systemctl restart rgpolicy-sidecar"
        );
    }

    private static (string? User, string? Group) Identity(FileRoot root, int id)
    {
        var lines = root.ReadLines(Invariant($"/proc/{id}/status"));
        return (Same(lines, "Uid:"), Same(lines, "Gid:"));
    }

    // Real, effective, saved and of the file system; null where they differ.
    private static string? Same(string[] lines, string key) =>
        Array.Find(lines, line => line.StartsWith(key, StringComparison.Ordinal)) is { } found
        && found[key.Length..].Split('\t', StringSplitOptions.RemoveEmptyEntries) is [var first, .. var others]
        && others.All(other => other == first)
            ? first
            : null;

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
