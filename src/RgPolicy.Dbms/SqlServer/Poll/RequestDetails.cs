using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>The second statement: details of the requests that are new.</summary>
internal sealed class RequestDetails(SqlServerLink link)
{
    private const int DedicatedEndpoint = 1;

    // The server compares each request with the list: where most are new, as after a start, it costs less to read all.
    private const int LongestList = 100;

    // One text with a parameter, so that the server keeps one plan; no server-side split, which old
    // compatibility levels lack.
    private const string All =
        "SELECT r.session_id, r.request_id, r.start_time, r.connection_id, r.database_id, "
        + "CONVERT(bigint, r.query_hash), "
        + "CONVERT(bigint, r.query_plan_hash), DB_NAME(r.database_id), s.original_login_name, "
        + "s.program_name, s.host_name, "
        + "s.is_user_process, s.endpoint_id, r.plan_handle, "
        + "r.statement_start_offset, r.statement_end_offset "
        + "FROM sys.dm_exec_requests AS r JOIN sys.dm_exec_sessions AS s ON s.session_id = r.session_id "
        + "WHERE r.session_id > 50";

    private static readonly string Listed = All + " AND " + SqlCollation.IsListed("r.session_id", "@sessions");
    private const string Options = " OPTION (MAXDOP 1, KEEPFIXED PLAN)";

    /// <summary>Reads those of these sessions, or of all; what ended meanwhile is missing or carries
    /// another start.</summary>
    public Task<List<RequestDetail>> ReadAsync(IReadOnlyList<int> sessions, CancellationToken cancellationToken)
    {
        if (sessions.Count > LongestList)
            return link.QueryAsync(All + Options, Read, cancellationToken);
        var list = new StringBuilder(",");
        foreach (var session in sessions)
            list.Append(CultureInfo.InvariantCulture, $"{session},");
        return link.QueryAsync(
            SqlCall.Of(Listed + Options, SqlArgument.Text("@sessions", list.ToString())),
            Read,
            cancellationToken
        );
    }

    private static RequestDetail Read(DbDataReader row) =>
        new(
            row.GetInt16(0),
            row.GetInt32(1),
            row.GetDateTime(2),
            row.IsDBNull(3) ? Guid.Empty : row.GetGuid(3),
            new RequestKey(
                row.GetInt16(4),
                row.IsDBNull(5) ? 0 : row.GetInt64(5),
                row.IsDBNull(6) ? 0 : row.GetInt64(6)
            ),
            row.Text(7),
            row.Text(8),
            row.Text(9),
            row.Text(10),
            row.GetBoolean(11),
            row.GetInt32(12) == DedicatedEndpoint,
            row.IsDBNull(13) ? null : row.GetFieldValue<byte[]>(13),
            row.IsDBNull(14) ? 0 : row.GetInt32(14),
            row.IsDBNull(15) ? -1 : row.GetInt32(15)
        );
}
