using Microsoft.Data.SqlClient;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Roles;

namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>The poll: one statement over the running requests, without a sort, an aggregate, a join or a comparison of
/// texts, and with no texts but the command, the status and the wait in its answer. Its own row is always there, so
/// that the clock and the right to see others are too.</summary>
internal sealed class RequestPoll(SqlServerLink link)
{
    private const long PageBytes = 8192;

    /// <summary>Without the right a login sees its own session only, and no error says so.</summary>
    public const string SeesAll =
        "CASE WHEN HAS_PERMS_BY_NAME(NULL, NULL, N'VIEW SERVER STATE') = 1 OR HAS_PERMS_BY_NAME(NULL, NULL, N'VIEW "
        + "SERVER PERFORMANCE STATE') = 1 "
        + "THEN 1 ELSE 0 END";

    /// <summary>What a text says is compared here: a comparison that names its collation costs the server, for each
    /// request of each poll.</summary>
    internal const string Sql =
        "SELECT r.session_id, r.request_id, r.start_time, r.connection_id, r.command, r.database_id, "
        + "CONVERT(bigint, r.query_hash), CONVERT(bigint, r.query_plan_hash), r.statement_start_offset, "
        + "r.statement_end_offset, r.blocking_session_id, r.wait_type, r.cpu_time, r.reads, r.writes, "
        + "r.granted_query_memory, r.parallel_worker_count, r.group_id, r.dop, CASE WHEN r.session_id = @@SPID THEN "
        + "SYSDATETIMEOFFSET() END, "
        + "CASE WHEN r.session_id = @@SPID THEN "
        + SeesAll
        + " END, r.status, r.last_wait_type "
        + "FROM sys.dm_exec_requests AS r "
        + "WHERE r.session_id > 50 AND (r.sql_handle IS NOT NULL OR r.session_id = @@SPID) "
        + "OPTION (MAXDOP 1, KEEPFIXED PLAN)";

    private const string OfTheServerItself = "background";
    private const string LockWaits = "LCK_";

    private RequestSnapshot? _snapshot;

    public async Task RunAsync(RequestSnapshot snapshot, CancellationToken cancellationToken)
    {
        snapshot.Clear();
        _snapshot = snapshot;
        await link.ReadAsync(Sql, Add, cancellationToken);
    }

    private void Add(SqlDataReader row)
    {
        if (_snapshot is not { } snapshot)
            return;
        var session = row.GetInt16(0);
        if (session != link.SessionId)
        {
            if (!row.GetString(21).Equals(OfTheServerItself, StringComparison.OrdinalIgnoreCase))
                snapshot.Requests.Add(Read(row, session));
            return;
        }

        snapshot.Time = row.GetDateTimeOffset(19);
        snapshot.SeesAll = row.GetInt32(20) == 1;
    }

    private static RequestRow Read(SqlDataReader row, int session) =>
        new(
            session,
            row.GetInt32(1),
            row.GetDateTime(2),
            row.IsDBNull(3) ? Guid.Empty : row.GetGuid(3),
            row.IsDBNull(4) ? StatementKind.Other : CommandKinds.Of(row.GetString(4)),
            new RequestKey(row.GetInt16(5), Big(row, 6), Big(row, 7)),
            row.IsDBNull(8) ? 0 : row.GetInt32(8),
            row.IsDBNull(9) ? -1 : row.GetInt32(9),
            row.IsDBNull(10) ? 0 : row.GetInt16(10),
            !row.IsDBNull(11) && row.GetString(11).StartsWith(LockWaits, StringComparison.OrdinalIgnoreCase),
            ServerDuties.IsHealthCheck(row.GetString(22)),
            row.GetInt32(17),
            row.IsDBNull(18) ? 0 : row.GetInt32(18),
            new RequestFigures(
                TimeSpan.FromMilliseconds(row.GetInt32(12)),
                row.GetInt64(13) * PageBytes,
                row.GetInt64(14) * PageBytes,
                row.GetInt32(15) * PageBytes,
                row.IsDBNull(16) ? 0 : row.GetInt32(16)
            )
        );

    private static long Big(SqlDataReader row, int column) => row.IsDBNull(column) ? 0 : row.GetInt64(column);
}
