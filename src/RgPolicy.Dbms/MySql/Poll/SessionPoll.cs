using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>The poll: the clock, the sessions that run something and, now and then, the open transactions; then, where
/// one runs what the last poll did not see and its texts have not come along, those sessions once more with their
/// texts.</summary>
/// <remarks><c>hasClockOfHost</c>: the server's clock is this host's, so it is not asked.</remarks>
internal sealed class SessionPoll(MySqlLink link, SessionSource source, bool hasClockOfHost)
{
    private const string Clock = "SELECT UTC_TIMESTAMP(6)";
    private const int MostServersOwn = 10_000;

    private readonly List<int> _withoutTexts = [];
    private readonly List<SessionRow> _rows = [];

    // A session's number is used once, so what is no client's stays none; asked anew when there have been many.
    private readonly HashSet<int> _serversOwn = [];

    /// <remarks><c>snapshot</c>: emptied and filled; it comes with this host's time. <c>known</c>: what the polls
    /// before saw: its texts are not read. <c>transactions</c>: emptied and filled; null where they are not asked
    /// for.</remarks>
    public async Task RunAsync(
        SessionSnapshot snapshot,
        SessionTable known,
        OpenTransactions? transactions,
        CancellationToken cancellationToken
    )
    {
        snapshot.Clear();
        _withoutTexts.Clear();
        _rows.Clear();
        transactions?.Clear();
        try
        {
            await (hasClockOfHost ? AskPreparedAsync() : AskAtOnceAsync());
        }
        catch (MySqlException e) when (transactions is not null && OpenTransactions.IsRefusal(e))
        {
            // They are asked for last: the sessions have been read.
            await transactions.ReadUntoldAsync(link, cancellationToken);
        }

        TakeRows(snapshot, known);
        if (_withoutTexts.Count > 0 && source.SqlOfSome is { } sql)
            await link.ReadAsync($"{sql}{Numbers(_withoutTexts)})", Add, cancellationToken);
        // A prepared question costs the server least.
        async Task AskPreparedAsync()
        {
            await link.ReadPreparedAsync(source.Sql, Add, cancellationToken);
            if (transactions is not null)
                await link.ReadPreparedAsync(TransactionPoll.Sql, AddTransaction, cancellationToken);
        }

        // One message costs it less than one after the other.
        Task AskAtOnceAsync() =>
            link.ReadAsync(
                transactions is null ? $"{Clock}; {source.Sql}" : $"{Clock}; {source.Sql}; {TransactionPoll.Sql}",
                [row => snapshot.Time = new DateTimeOffset(row.GetDateTime(0), TimeSpan.Zero), Add, AddTransaction],
                cancellationToken
            );

        void Add(MySqlDataReader row) => AddTo(snapshot, row, known);

        void AddTransaction(MySqlDataReader row) => transactions?.Add(row);
    }

    public async Task ReadTransactionsAsync(OpenTransactions transactions, CancellationToken cancellationToken)
    {
        transactions.Clear();
        try
        {
            await link.ReadPreparedAsync(TransactionPoll.Sql, transactions.Add, cancellationToken);
        }
        catch (MySqlException e) when (OpenTransactions.IsRefusal(e))
        {
            await transactions.ReadUntoldAsync(link, cancellationToken);
        }
    }

    /// <summary>Asks only whether the same statements still run, where all of them are settled, and fills the
    /// snapshot with them.</summary>
    /// <returns>False where something else runs, or the server has no cheaper question.</returns>
    public async Task<bool> AreTheSameAsync(
        SessionSnapshot snapshot,
        SessionTable known,
        CancellationToken cancellationToken
    )
    {
        if (!hasClockOfHost || !known.IsSettled || source.SqlOfStatements is not { } sql)
            return false;
        snapshot.Clear();
        var areTheSame = true;
        await link.ReadPreparedAsync(sql, Add, cancellationToken);
        return areTheSame;

        void Add(MySqlDataReader row)
        {
            var id = row.IsDBNull(0) ? 0 : unchecked((int)row.GetInt64(0));
            if (id == 0 || _serversOwn.Contains(id))
                return;
            var age = SessionColumns.AgeOf(row, 2, source.AgeUnit);
            if (known.Continued(id, row.GetInt64(1), age, snapshot.Time) is { } continued)
                snapshot.Sessions.Add((continued, null));
            else
                areTheSame = false;
        }
    }

    private void AddTo(SessionSnapshot snapshot, MySqlDataReader row, SessionTable known)
    {
        if (SessionColumns.Read(row, source.AgeUnit) is not { } session)
            snapshot.HasOthers |= !row.IsDBNull(0);
        else if (_serversOwn.Contains(session.SessionId))
            return;
        else if (!SessionColumns.HasTexts(row))
            AddInnermost(session);
        else if (source.SqlOfSome is null && known.Knows(session, hasTexts: true))
            snapshot.Sessions.Add((session, null));
        else if (SessionColumns.IsClients(row))
            AddInnermost(snapshot, session, row);
        else
            NoteServersOwn(session.SessionId);
    }

    // A statement within another one comes behind it. It is what the session runs, since the outer one began.
    private void AddInnermost(SessionRow session)
    {
        if (_rows is [.., var outer] && outer.SessionId == session.SessionId)
            _rows[^1] = Within(outer, session);
        else
            _rows.Add(session);
    }

    private static void AddInnermost(SessionSnapshot snapshot, SessionRow session, MySqlDataReader row)
    {
        if (snapshot.Sessions is [.., var (outer, texts)] && outer.SessionId == session.SessionId)
            snapshot.Sessions[^1] = (Within(outer, session), texts is null ? null : texts with { Digest = null });
        else
            snapshot.Sessions.Add((session, SessionColumns.TextsOf(row)));
    }

    private static SessionRow Within(SessionRow outer, SessionRow inner) =>
        inner with
        {
            Age = outer.Age > inner.Age ? outer.Age : inner.Age,
        };

    private void TakeRows(SessionSnapshot snapshot, SessionTable known)
    {
        foreach (var row in _rows)
            if (known.Knows(row, hasTexts: false))
                snapshot.Sessions.Add((row, null));
            else
                _withoutTexts.Add(row.SessionId);
    }

    private void NoteServersOwn(int sessionId)
    {
        if (_serversOwn.Count >= MostServersOwn)
            _serversOwn.Clear();
        _serversOwn.Add(sessionId);
    }

    private static string Numbers(List<int> sessions) =>
        string.Join(',', sessions.Select(each => each.ToString(CultureInfo.InvariantCulture)));
}

/// <summary>What one poll saw; used again for the next one.</summary>
internal sealed class SessionSnapshot
{
    public DateTimeOffset Time { get; set; }

    /// <summary>Those that run something, with their texts where these are not known.</summary>
    public List<(SessionRow Row, MySqlTexts? Texts)> Sessions { get; } = [];

    /// <summary>Sessions with a text that run no statement of a client's were among them: one that is prepared, or
    /// replication's.</summary>
    public bool HasOthers { get; set; }

    public void Clear()
    {
        Sessions.Clear();
        HasOthers = false;
    }
}
