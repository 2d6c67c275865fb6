using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Moving;

/// <summary>
/// Whether a process is one that may be moved: a client backend or parallel worker of the one DBMS, or a client's
/// thread. Decided by what no client can choose: parent, user, and whether the kernel shows a client's connection.
/// Titles only ever forbid.
/// </summary>
internal sealed class TargetCheck
{
    private const string OwnProcess = "it is one of the DBMS's own processes, not a client's";
    private const string OwnThread = "it is one of the DBMS's own threads, not a client session's";
    private const string NotAllowed =
        "it is a background worker, and root does not allow these (background_workers in the limits file)";

    private const string NotKnown =
        "the kernel does not let the sidecar see whether it serves a client; rgp doctor says why";

    private static readonly ImmutableArray<string> ThreadedServers = ["mariadbd", "mysqld"];

    // What the servers call a client's thread; older versions leave it the program's name.
    private static readonly ImmutableArray<string> SessionThreads = ["connection", "one_connection"];
    private readonly FileRoot _root;
    private readonly int _guard;
    private readonly bool _movesBackgroundWorkers;
    private readonly ClientConnections _connections;

    internal TargetCheck(FileRoot root, int guard, bool movesBackgroundWorkers)
    {
        (_root, _guard, _movesBackgroundWorkers) = (root, guard, movesBackgroundWorkers);
        _connections = new ClientConnections(root);
    }

    /// <summary>Whether a server runs its sessions in threads of its main process.</summary>
    internal static bool RunsThreads(FileRoot root, int mainProcess) =>
        ProcessStat.Read(root, mainProcess) is { } main && ThreadedServers.Contains(main.Name, StringComparer.Ordinal);

    /// <summary>Why it may not, or null.</summary>
    /// <param name="stat">The process.</param>
    /// <param name="postmaster">The main process.</param>
    /// <param name="isClient">Whether the DBMS's own table says that it is a client's backend.</param>
    internal string? Refuse(ProcessStat stat, Postmaster postmaster, bool isClient)
    {
        var id = stat.ProcessId;
        if (id <= 1 || id == Environment.ProcessId || id == _guard || id == postmaster.ProcessId || stat.IsKernelThread)
            return "this process is never governed";

        if (ThreadGroup.LeaderOf(_root, id) is { } leader && leader != id)
            return RefuseThread(stat, leader, postmaster, isClient);

        if (stat.ParentId != postmaster.ProcessId)
            return "it is not a child of the DBMS's main process";

        return ProcessUser.Read(_root, id) != postmaster.UserId
            ? "it does not run as the DBMS's user"
            : RefuseKind(stat, postmaster, isClient);
    }

    // Whose session a thread serves, the kernel shows by its name at most: what the server's table says is asked for
    // too.
    private string? RefuseThread(ProcessStat stat, int leader, Postmaster postmaster, bool isClient)
    {
        if (leader != postmaster.ProcessId)
            return "it is a thread of another process than the DBMS's main one";

        if (
            ProcessStat.Read(_root, leader) is not { } main
            || !ThreadedServers.Contains(main.Name, StringComparer.Ordinal)
        )
            return "the DBMS does not run its sessions in threads";

        return ProcessUser.Read(_root, stat.ProcessId) != postmaster.UserId ? "it does not run as the DBMS's user"
            : !isClient || (stat.Name != main.Name && !SessionThreads.Contains(stat.Name, StringComparer.Ordinal))
                ? OwnThread
            : null;
    }

    private string? RefuseKind(ProcessStat stat, Postmaster postmaster, bool isClient)
    {
        var title = TitleOf(stat.ProcessId);
        if (!ServerTitle.IsSet(title))
        {
            return title.Length > 0 && title == TitleOf(postmaster.ProcessId)
                ? "it has no title of its own yet, so what it will be is not known"
                : null;
        }

        // A replication sender has a client's connection too, and only the server's own table tells it
        // from a role of that name.
        return _connections.KindOf(stat, postmaster) switch
        {
            ConnectionKind.Accepted => ServerTitle.MayBeSender(title) && !isClient
                ? "its title may be a replication sender's"
                : null,
            ConnectionKind.None when IsWorker(title, postmaster) => null,
            ConnectionKind.None when isClient && !ServerTitle.MayBeOwn(title) => _movesBackgroundWorkers
                ? null
                : NotAllowed,
            ConnectionKind.None => OwnProcess,
            ConnectionKind.Broken => ServerTitle.MayBeOwn(title) ? OwnProcess : null,
            _ => NotKnown,
        };
    }

    // A worker of a client's query; a process that only looks like one names no backend with a client.
    private bool IsWorker(string title, Postmaster postmaster) =>
        ServerTitle.LeaderOf(title) is { } id
        && ProcessStat.Read(_root, id) is { } leader
        && leader.ParentId == postmaster.ProcessId
        && (
            _connections.KindOf(leader, postmaster) is ConnectionKind.Accepted or ConnectionKind.Broken
            || (_movesBackgroundWorkers && !ServerTitle.MayBeOwn(TitleOf(id)))
        );

    private string TitleOf(int id) =>
        _root.ReadText(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/cmdline")) ?? string.Empty;
}
