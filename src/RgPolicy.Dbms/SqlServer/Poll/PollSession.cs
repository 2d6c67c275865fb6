using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Poll;

internal sealed class PollSession(OwnLink own, SqlServerLink link) : IPollSession
{
    public SqlServerLink Link => link;

    public RequestPoll Poll { get; } = new(link);
    public RequestDetails Details { get; } = new(link);

    public bool IsOpen => link.IsOpen;

    public static PollLink<PollSession> LinkTo(
        SqlServerConnectionOptions options,
        ConcurrentDictionary<int, byte> sessions
    )
    {
        var own = new OwnLink(options, LinkSettings.Poll, sessions);
        return new PollLink<PollSession>(async token => new PollSession(own, await own.OpenAsync(token)));
    }

    public ValueTask DisposeAsync() => own.DisposeAsync();
}

/// <summary>Names sessions that sleep in an open transaction while others wait for their locks. Nothing of theirs runs,
/// so no poll shows them and no rule ends them.</summary>
internal sealed class SleepingBlockers
{
    private static readonly string Sql =
        "SELECT s.session_id, s.original_login_name, s.program_name, s.host_name FROM sys.dm_exec_sessions AS s WHERE "
        + "s.open_transaction_count > 0 AND "
        + SqlCollation.IsListed("s.session_id", "@sessions")
        + " OPTION (MAXDOP 1)";

    private IReadOnlyList<int> _asked = [];

    /// <returns>A sentence for each that sleeps in a transaction; null where nothing has changed.</returns>
    public async Task<IReadOnlyList<string>?> UpdateAsync(
        SqlServerLink link,
        IReadOnlyList<int> blockers,
        CancellationToken cancellationToken
    )
    {
        if (blockers.SequenceEqual(_asked))
            return null;
        var asleep =
            blockers.Count == 0
                ? []
                : await link.QueryAsync(
                    SqlCall.Of(Sql, SqlArgument.Text("@sessions", $",{string.Join(',', blockers)},")),
                    row =>
                        FormattableString.Invariant(
                            $"session {row.Int(0)} (login {row.Text(1)}, application {row.Text(2)}, host {row.Text(3)}) sleeps in an open transaction, and others wait for its locks; no rule ends it: KILL {row.Int(0)}"
                        ),
                    cancellationToken
                );
        _asked = [.. blockers];
        return asleep;
    }
}
