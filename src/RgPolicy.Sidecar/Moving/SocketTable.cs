using RgPolicy.Host.Facts;

namespace RgPolicy.Sidecar.Moving;

/// <summary>The stream sockets in a process's network namespace, by inode: where each is, and whether
/// it listens.</summary>
internal sealed class SocketTable
{
    private const string Listening = "0A";
    private const int AcceptsConnections = 0x10000;
    private static readonly string[] Others = ["udp", "udp6", "netlink", "packet", "raw"];
    private readonly Dictionary<ulong, string> _listening = [];
    private readonly Dictionary<ulong, string> _connected = [];
    private readonly HashSet<ulong> _others = [];

    private SocketTable() { }

    /// <summary>Reads it, or null when the kernel shows none.</summary>
    internal static SocketTable? Read(FileRoot root, int processId)
    {
        var table = new SocketTable();
        var directory = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/net/");
        var isVisible = table.ReadLocal(root.ReadLines(directory + "unix"));
        isVisible &= table.ReadNetwork(root.ReadLines(directory + "tcp"));
        _ = table.ReadNetwork(root.ReadLines(directory + "tcp6"));
        foreach (var name in Others)
            table.ReadOthers(root.ReadLines(directory + name));

        return isVisible ? table : null;
    }

    /// <summary>Where a socket listens, or null.</summary>
    internal string? ListensAt(ulong inode) => _listening.GetValueOrDefault(inode);

    /// <summary>The own end of a connection, or null.</summary>
    internal string? ConnectedAt(ulong inode) => _connected.GetValueOrDefault(inode);

    /// <summary>Whether a socket is there at all; one whose other end has broken off is in no table.</summary>
    internal bool Knows(ulong inode) =>
        _listening.ContainsKey(inode) || _connected.ContainsKey(inode) || _others.Contains(inode);

    // Num RefCount Protocol Flags Type St Inode Path
    private bool ReadLocal(string[] lines)
    {
        foreach (var line in lines.Skip(1))
        {
            var fields = line.Split(' ', 8, StringSplitOptions.RemoveEmptyEntries);
            if (
                fields.Length < 7
                || !TryInode(fields[6], out var inode)
                || !int.TryParse(fields[3], NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var flags)
            )
                continue;

            // Without a path it is the client's end.
            var into =
                fields.Length < 8 ? null
                : (flags & AcceptsConnections) != 0 ? _listening
                : _connected;
            _ = into is null ? _others.Add(inode) : into.TryAdd(inode, fields[7]);
        }

        return lines.Length > 0;
    }

    // sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode
    private bool ReadNetwork(string[] lines)
    {
        foreach (var line in lines.Skip(1))
        {
            var fields = line.Split(' ', 11, StringSplitOptions.RemoveEmptyEntries);
            if (fields.Length >= 10 && TryInode(fields[9], out var inode) && inode != 0)
            {
                var port = fields[1][(fields[1].LastIndexOf(':') + 1)..];
                _ = (fields[3] == Listening ? _listening : _connected).TryAdd(inode, port);
            }
        }

        return lines.Length > 0;
    }

    // The inode is one of the last fields, and which one differs: whatever number there is counts, so
    // that nothing is taken for broken.
    private void ReadOthers(string[] lines)
    {
        foreach (var field in lines.Skip(1).SelectMany(l => l.Split(' ', StringSplitOptions.RemoveEmptyEntries)))
            _ = TryInode(field, out var inode) && _others.Add(inode);
    }

    private static bool TryInode(string text, out ulong inode) =>
        ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out inode);
}
