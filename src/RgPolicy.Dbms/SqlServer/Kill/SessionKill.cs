using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Roles;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Kill;

/// <summary>Ends the session of a request with KILL, the only way that SQL Server has. The server itself looks, in the
/// same batch, whether the session still runs that very request, belongs to a user who is not a sysadmin and came over
/// no dedicated connection, and does no maintenance nor a duty of the server: between a decision and its statement a
/// session may have gone on. What its transaction has written is looked at before: all of it would be rolled back, with
/// its locks held until the end. For a login without a principal of its own the server tells no role there: whether it
/// may be a sysadmin has been decided before. Nor does it where RgPolicy's login does not see the roles: then no
/// session is ended.</summary>
internal static class SessionKill
{
    public const string Spared =
        "the request has ended, or is one that is never ended (a sysadmin's, maintenance, a backup, a health check, "
        + "replication, change data capture, mail, a procedure that Service Broker activated)";

    /// <summary>The most log that a transaction may have used: rolling it back takes about as long as writing it
    /// did.</summary>
    public const long MostLogBytes = 1024 * BytesPerMebibyte;

    private const long BytesPerMebibyte = 1024 * 1024;

    /// <summary>Commands that are never ended, as patterns: the server names parts of them in other ways, such as
    /// DbccFilesCompact.</summary>
    private static readonly ImmutableArray<string> Maintenance =
    [
        .. WordList.Of("BACKUP% RESTORE% DBCC% %INDEX% %STATISTIC% KILLED%"),
    ];

    private static readonly string IsAnybodys =
        "AND r.group_id > 1 AND s.is_user_process = 1 AND s.endpoint_id <> 1 AND (IS_SRVROLEMEMBER(N'sysadmin', "
        + "s.original_login_name) = 0 OR IS_SRVROLEMEMBER(N'sysadmin', s.original_login_name) IS NULL AND "
        + SysadminReader.SeesAll
        + ") AND NOT "
        + ServerDuties.OfRequest
        + string.Concat(
            Maintenance.Select(pattern =>
                $" AND {SqlCollation.Ignoring("r.command")} NOT LIKE {SqlQuote.Text(pattern)}"
            )
        );

    public static async Task<string?> RunAsync(PollSession session, RequestRow row, CancellationToken cancellationToken)
    {
        var (log, isActivated) = await session.Link.OneAsync(
            Look(row),
            reader => (Log: reader.Long(0), IsActivated: !reader.IsDBNull(1)),
            cancellationToken
        );
        if (isActivated)
            return Spared;
        if (log > MostLogBytes)
            return FormattableString.Invariant(
                $"its transaction has used {log / BytesPerMebibyte} MiB of log, which would be rolled back with its locks held: KILL {row.SessionId}, if that is wanted"
            );
        var killed = await session.Link.QueryAsync(Sql(row), reader => reader.GetInt32(0) == 1, cancellationToken);
        return killed is [true] ? null : Spared;
    }

    /// <summary>How much log the request's transaction has used, and whether Service Broker activated it.</summary>
    public static string Look(RequestRow row) =>
        "IF OBJECT_ID(N'sys.dm_tran_database_transactions') IS NOT NULL SELECT "
        + "SUM(d.database_transaction_log_bytes_used), MAX(b.spid) FROM sys.dm_exec_requests AS r LEFT JOIN "
        + "sys.dm_tran_database_transactions AS d ON d.transaction_id = r.transaction_id LEFT JOIN "
        + "sys.dm_broker_activated_tasks AS b ON b.spid = r.session_id "
        + FormattableString.Invariant($"WHERE r.session_id = {row.SessionId} AND r.request_id = {row.RequestId} ")
        + "ELSE SELECT CONVERT(bigint, NULL), CONVERT(int, NULL);";

    /// <summary>The batch; nothing of it but numbers, a moment and an identifier comes from the server.</summary>
    public static string Sql(RequestRow row)
    {
        var started = SqlQuote.Text(row.Started.ToString("yyyy-MM-ddTHH:mm:ss.fff", CultureInfo.InvariantCulture));
        var isSame = string.Create(
            CultureInfo.InvariantCulture,
            $"r.session_id = {row.SessionId} AND r.request_id = {row.RequestId} AND r.start_time = CONVERT(datetime, "
                + $"{started}, 126) "
                + $"AND r.connection_id = CONVERT(uniqueidentifier, {SqlQuote.Text(row.Connection.ToString("D"))})"
        );
        return "IF EXISTS (SELECT 1 FROM sys.dm_exec_requests AS r JOIN sys.dm_exec_sessions AS s ON "
            + "s.session_id = r.session_id "
            + FormattableString.Invariant(
                $"WHERE {isSame} {IsAnybodys}) BEGIN KILL {row.SessionId}; SELECT 1; END ELSE SELECT 0;"
            );
    }
}
