using System.Globalization;
using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>The poll: one statement over the sessions that run something, and a second one for the texts of what has run
/// for long and is new here all the same: at the first poll, and within procedures. Its own row is always there, so that
/// the clock is too.</summary>
internal sealed class SessionPoll(MySqlLink link, SessionSource source)
{
    private const int Clock = 7;
    private const int Text = 11;

    private readonly List<int> _withoutTexts = [];

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
        _withoutTexts.Clear();
        await link.ReadAsync(source.Sql, Add, cancellationToken);
        if (_withoutTexts.Count > 0 && source.SqlOfSome is { } sql)
            await link.ReadAsync($"{sql}{Numbers(_withoutTexts)})", Add, cancellationToken);

        void Add(MySqlDataReader row)
        {
            var session = Read(row);
            if (!row.IsDBNull(Clock))
            {
                snapshot.Time = new DateTimeOffset(row.GetDateTime(Clock), TimeSpan.Zero);
                snapshot.OwnThread = session.ThreadId;
            }
            else if (isKnown(session))
                snapshot.Sessions.Add((session, null));
            else if (row.IsDBNull(Text))
                _withoutTexts.Add(session.SessionId);
            else
                snapshot.Sessions.Add((session, TextsOf(row)));
        }
    }

    private static string Numbers(List<int> sessions) =>
        string.Join(',', sessions.Select(each => each.ToString(CultureInfo.InvariantCulture)));

    private static SessionRow Read(MySqlDataReader row) =>
        new(
            unchecked((int)row.GetInt64(0)),
            row.GetInt64(1),
            row.IsDBNull(2) ? 0 : unchecked((int)row.GetInt64(2)),
            TimeSpan.FromMicroseconds(row.IsDBNull(3) ? 0 : Math.Max(0, row.GetInt64(3))),
            row.IsDBNull(4) ? 0 : row.GetInt64(4),
            FlagsOf(TextOf(row, 5), TextOf(row, 6))
        );

    private static SessionFlags FlagsOf(string command, string state) =>
        (command.Equals("Killed", StringComparison.OrdinalIgnoreCase) ? SessionFlags.Killed : SessionFlags.None)
        | (state.Contains("commit", StringComparison.OrdinalIgnoreCase) ? SessionFlags.Commits : SessionFlags.None)
        | (
            state.StartsWith("Waiting for ", StringComparison.OrdinalIgnoreCase)
            && state.EndsWith(" lock", StringComparison.OrdinalIgnoreCase)
                ? SessionFlags.WaitsForMetadata
                : SessionFlags.None
        );

    private static MySqlTexts TextsOf(MySqlDataReader row) =>
        new(
            TextOf(row, 8),
            WithoutPort(TextOf(row, 9)),
            TextOf(row, 10),
            TextOf(row, Text),
            !row.IsDBNull(12) && row.GetInt32(12) == 1
        );

    private static string TextOf(MySqlDataReader row, int column) => row.IsDBNull(column) ? "" : row.GetString(column);

    // MariaDB's list has the client's port behind its host.
    private static string WithoutPort(string host)
    {
        var colon = host.LastIndexOf(':');
        return colon > 0 && host.AsSpan(colon + 1) is { Length: > 0 } port && !port.ContainsAnyExceptInRange('0', '9')
            ? host[..colon]
            : host;
    }
}
