using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>The poll: one statement over the sessions that run something. Its own row is always there, so that the
/// clock is too.</summary>
internal sealed class SessionPoll(MySqlLink link, SessionSource source)
{
    /// <summary>Polls into a snapshot.</summary>
    /// <param name="snapshot">Emptied and filled.</param>
    /// <param name="isKnown">Whether the texts of a row are known, and so not read.</param>
    /// <param name="cancellationToken">Ends the poll.</param>
    public async Task RunAsync(
        SessionSnapshot snapshot,
        Func<SessionRow, bool> isKnown,
        CancellationToken cancellationToken
    )
    {
        snapshot.Clear();
        await link.ReadAsync(source.Sql, Add, cancellationToken);

        void Add(MySqlDataReader row)
        {
            var session = Read(row);
            if (row.GetInt32(7) == 1)
            {
                snapshot.Time = new DateTimeOffset(row.GetDateTime(6), TimeSpan.Zero);
                snapshot.OwnThread = session.ThreadId;
                return;
            }

            snapshot.Sessions.Add((session, isKnown(session) ? null : TextsOf(row)));
        }
    }

    private static SessionRow Read(MySqlDataReader row) =>
        new(
            unchecked((int)row.GetInt64(0)),
            row.GetInt64(1),
            row.IsDBNull(2) ? 0 : unchecked((int)row.GetInt64(2)),
            TimeSpan.FromMicroseconds(row.IsDBNull(3) ? 0 : Math.Max(0, row.GetInt64(3))),
            row.IsDBNull(4) ? 0 : row.GetInt64(4),
            (SessionFlags)row.GetInt32(5)
        );

    private static MySqlTexts TextsOf(MySqlDataReader row) =>
        new(
            Text(row, 8),
            WithoutPort(Text(row, 9)),
            Text(row, 10),
            Text(row, 11),
            !row.IsDBNull(12) && row.GetInt32(12) == 1
        );

    private static string Text(MySqlDataReader row, int column) => row.IsDBNull(column) ? "" : row.GetString(column);

    // MariaDB's list has the client's port behind its host.
    private static string WithoutPort(string host)
    {
        var colon = host.LastIndexOf(':');
        return colon > 0 && host.AsSpan(colon + 1) is { Length: > 0 } port && !port.ContainsAnyExceptInRange('0', '9')
            ? host[..colon]
            : host;
    }
}
