namespace RgPolicy.Host.Facts;

/// <summary>
/// The titles that PostgreSQL gives its processes: <c>postgres: [cluster: ]what it is</c>, for a client's <c>user
/// database host activity</c>. Names of users and clusters may read like anything, so a title alone tells what a
/// process may be and never what it is.
/// </summary>
internal static class ServerTitle
{
    private const string Prefix = "postgres: ";
    private const string OfWorker = "parallel worker for PID ";
    private const string OfSender = "walsender ";

    private static readonly string[] Own =
    [
        "archiver",
        "autovacuum ",
        "background writer",
        "checkpointer",
        "logger",
        "logical replication ",
        "slotsync worker",
        "startup",
        "stats collector",
        "walreceiver",
        OfSender,
        "walsummarizer",
        "walwriter",
        "wal writer",
        "io worker",
    ];

    /// <summary>Whether a process has a title of its own; a new one shows the main process's until it
    /// has set it.</summary>
    public static bool IsSet(string title) => title is not null && title.StartsWith(Prefix, StringComparison.Ordinal);

    /// <summary>Whether it may be that of the server's own work, wherever the cluster's name ends.</summary>
    public static bool MayBeOwn(string title) => Parts(title).Any(part => Own.Any(own => Names(part, own)));

    /// <summary>Whether it may be a replication sender's, which has a client's connection.</summary>
    public static bool MayBeSender(string title) => Parts(title).Any(part => Names(part, OfSender));

    /// <summary>Whether the title of a client's session with these names may be a replication sender's.</summary>
    public static bool MayBeSender(string login, string database) => MayBeSender($"{Prefix}{login} {database} ");

    /// <summary>The leader that a worker's title names, or null: <c>postgres: [cluster: ]parallel
    /// worker for PID 4711</c>.</summary>
    public static int? LeaderOf(string title)
    {
        title = title.TrimEnd('\0', ' ');
        var at = title.LastIndexOf(OfWorker, StringComparison.Ordinal);
        return
            IsSet(title)
            && at > 0
            && int.TryParse(
                title.AsSpan(at + OfWorker.Length),
                NumberStyles.None,
                CultureInfo.InvariantCulture,
                out var leader
            )
            ? leader
            : null;
    }

    // What follows the prefix, and what follows each colon after it: any of them may end the cluster's name.
    private static IEnumerable<string> Parts(string title)
    {
        title = title.TrimEnd('\0', ' ');
        for (var at = IsSet(title) ? Prefix.Length : -1; at >= 0; )
        {
            yield return title[at..];
            var colon = title.IndexOf(": ", at, StringComparison.Ordinal);
            at = colon < 0 ? -1 : colon + 2;
        }
    }

    private static bool Names(string part, string own) =>
        own.EndsWith(' ')
            ? part.StartsWith(own, StringComparison.Ordinal) || part == own[..^1]
            : part == own || part.StartsWith(own + " ", StringComparison.Ordinal);
}
