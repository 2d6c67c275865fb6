using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Moving;

/// <summary>
/// Tells which children of the main process have a client: those with a connection accepted where the
/// main process listens. The kernel says so, and no client can choose it. What was once told holds for a process's
/// life, since a backend is born with its connection.
/// </summary>
internal sealed class ClientConnections
{
    private const int MostRemembered = 8192;
    private readonly FileRoot _root;
    private readonly Dictionary<(int ProcessId, ulong StartTime), ConnectionKind> _told = [];
    private Postmaster? _server;
    private SocketTable? _table;
    private HashSet<string> _listening = [];

    internal ClientConnections(FileRoot root) => _root = root;

    /// <summary>Looks at a child of the main process.</summary>
    internal ConnectionKind KindOf(ProcessStat stat, Postmaster server)
    {
        if (_server != server)
        {
            _told.Clear();
            (_server, _table) = (server, null);
        }

        var key = (stat.ProcessId, stat.StartTime);
        if (_told.TryGetValue(key, out var told))
            return told;

        var kind = Look(stat.ProcessId, server);
        if (kind is ConnectionKind.Accepted or ConnectionKind.None)
            Remember(key, kind);

        return kind;
    }

    private void Remember((int ProcessId, ulong StartTime) key, ConnectionKind kind)
    {
        if (_told.Count >= MostRemembered)
            _told.Clear();

        _told[key] = kind;
    }

    // A table that was read before may not have a new connection yet; one that it has is there.
    private ConnectionKind Look(int processId, Postmaster server)
    {
        if (SocketsOf(processId) is not { } sockets)
            return ConnectionKind.Unknown;

        if (sockets.Count == 0)
            return ConnectionKind.None;

        if (_table is not null && Judge(sockets) is ConnectionKind.Accepted)
            return ConnectionKind.Accepted;

        return Reread(server) ? Judge(sockets) : ConnectionKind.Unknown;
    }

    private ConnectionKind Judge(List<ulong> sockets)
    {
        if (sockets.Any(s => _table?.ConnectedAt(s) is { } at && _listening.Contains(at)))
            return ConnectionKind.Accepted;

        return sockets.TrueForAll(s => _table?.Knows(s) ?? false) ? ConnectionKind.None : ConnectionKind.Broken;
    }

    private bool Reread(Postmaster server)
    {
        _table = SocketTable.Read(_root, server.ProcessId);
        _listening = _table is { } table
            ? [.. (SocketsOf(server.ProcessId) ?? []).Select(table.ListensAt).OfType<string>()]
            : [];
        return _listening.Count > 0;
    }

    /// <summary>The inodes of a process's sockets; null when one of its links cannot be read, because that one may
    /// be its client's.</summary>
    private List<ulong>? SocketsOf(int processId)
    {
        var directory = _root.Path(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/fd"));
        if (MachineTree.Of(_root).ReadLinks(directory, out var targets) != 0)
            return null;

        var sockets = new List<ulong>();
        foreach (var target in targets)
        {
            if (
                target is ['s', 'o', 'c', 'k', 'e', 't', ':', '[', .. var inode, ']']
                && ulong.TryParse(inode, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            )
                sockets.Add(number);
        }

        return sockets;
    }
}
