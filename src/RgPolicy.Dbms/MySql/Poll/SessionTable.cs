using System.Diagnostics.CodeAnalysis;
using RgPolicy.Dbms.MySql.Sql;

namespace RgPolicy.Dbms.MySql.Poll;

internal sealed class SessionTable(OwnBackends own, bool namesThreads) : StatementTable<RunningStatement>
{
    /// <summary>Why no session is governed where the server does not tell which logins administer it.</summary>
    public const string DoubtfulLogin = "it cannot be told whether this login administers the server (rgp doctor)";

    private const int CachedSessions = 10_000;
    private const int CachedStatements = 4_000;

    // What rounding, and a server that was busy between two readings of its clock, make of one start.
    private static readonly TimeSpan SameStart = TimeSpan.FromSeconds(1.5);

    private static readonly TimeSpan NotShort = TimeSpan.FromMilliseconds(50);

    private readonly LeastRecentlyUsed<int, KnownSession> _sessions = new(CachedSessions);
    private readonly LeastRecentlyUsed<string, StatementFacts> _statements = new(CachedStatements);
    private readonly List<int> _withoutApp = [];
    private readonly WritingTransactions _writing = new();
    private readonly ReadingBudget<string> _budget = new();
    private Superusers _superusers = Superusers.Unknown;
    private LoginRoles _roles = LoginRoles.Unknown;
    private DateTimeOffset _polledBefore;
    private bool _hasExactStarts;
    private bool _hasOthers;
    private bool _wasSettled;

    /// <summary>Whether the texts of a row are known: the same statement ran at the last poll. Those that come along are
    /// read at two polls, for MariaDB's list may tell the text of a CALL beside the number of what it runs: it reads the
    /// one before the other.</summary>
    public bool Knows(SessionRow row, bool hasTexts) =>
        own.Contains(row.SessionId)
        || (
            Running.TryGetValue(row.SessionId, out var known)
            && known.Row.StatementId == row.StatementId
            && !(hasTexts && known.Sightings == 1)
        );

    /// <summary>Two polls saw the same: something that runs, and all of it settled.</summary>
    public bool IsSettled { get; private set; }

    /// <summary>The row of a session that still runs the statement that it ran at the last poll; null where it does
    /// not.</summary>
    public SessionRow? Continued(int sessionId, long statementId, TimeSpan age, DateTimeOffset now) =>
        own.Contains(sessionId) ? new SessionRow(sessionId, statementId, 0, age, 0, SessionFlags.None)
        : Running.TryGetValue(sessionId, out var known)
        && known.Row.StatementId == statementId
        && (now - age - known.FirstStart).Duration() <= SameStart
            ? known.Row with
            {
                Age = age,
            }
        : null;

    /// <summary>One that was seen for the first time, and is no short one, stays as it is until the transactions are
    /// read: its session had written when they were read last, and may do so in the same one or in the next.</summary>
    /// <remarks>Never where starts are not exact: what began while a poll rested could not be told from what was there
    /// before.</remarks>
    public bool AwaitsTransactions =>
        _hasExactStarts
        && Sorted.Exists(each =>
            each is { Sightings: 1, WriterBefore: not null, IsWithin: false }
            && each.Row.Age >= NotShort
            && StatementObservation.HangsOnTransaction(each)
        );

    /// <remarks><c>hasExactStarts</c>: rows of the same start are of one statement only.</remarks>
    public void Update(SessionSnapshot snapshot, bool hasExactStarts)
    {
        Begin();
        _hasExactStarts = hasExactStarts;
        _hasOthers = snapshot.HasOthers;
        _budget.Begin();
        // Of many long texts those of what has run longest come first.
        snapshot.Sessions.Sort(static (one, other) => other.Row.Age.CompareTo(one.Row.Age));
        foreach (var (row, texts) in snapshot.Sessions)
            if (!own.Contains(row.SessionId) && !(namesThreads && row.ThreadId == 0))
                See(row, texts, snapshot.Time);
        _polledBefore = snapshot.Time;
        End();
    }

    /// <summary>Takes in which logins administer the server, and the roles of logins; when either has changed, every
    /// session is looked at anew.</summary>
    public void Take(Superusers superusers, LoginRoles roles)
    {
        if (_superusers.IsSame(superusers) && _roles.IsSame(roles))
            return;
        (_superusers, _roles) = (superusers, roles);
        _sessions.Clear();
        foreach (var statement in Running.Values)
        {
            var facts = statement.Session.Facts;
            var texts = new MySqlTexts(facts.Login, facts.Host, facts.Database, "", false);
            (statement.Session, statement.Handed) = (NewSession(statement.Row.SessionId, texts, facts.App), null);
        }
    }

    /// <summary>The connection is another one: session numbers may have begun anew.</summary>
    public void ForgetSessions()
    {
        _sessions.Clear();
        _writing.Forget();
        (IsSettled, _wasSettled) = (false, false);
    }

    public IReadOnlyList<int> WithoutApp()
    {
        _withoutApp.Clear();
        foreach (var statement in Sorted)
            if (!statement.Session.IsAppRead)
                _withoutApp.Add(statement.Row.SessionId);
        return _withoutApp;
    }

    public void Take(IReadOnlyDictionary<int, string> apps)
    {
        foreach (var id in _withoutApp)
        {
            if (!Running.TryGetValue(id, out var statement))
                continue;
            var session = statement.Session with { IsAppRead = true };
            if (apps.TryGetValue(id, out var app) && app.Length > 0)
                session = session with { Facts = session.Facts with { App = app } };
            (statement.Session, statement.Handed) = (session, null);
            _sessions.Put(id, session);
        }
    }

    /// <remarks><c>read</c>: when they had been read, on the server's clock; null where that was with an earlier
    /// poll.</remarks>
    public void Take(OpenTransactions transactions, IReadOnlyList<SessionWait> waits, DateTimeOffset? read)
    {
        var areUntold = read is not null && transactions.AreUntold;
        foreach (var statement in Sorted)
        {
            var session = statement.Row.SessionId;
            var before = (statement.WaitsForLock, statement.HasWritten, statement.IsBulk);
            if (areUntold)
            {
                var isWaiting = waits.Any(each => each.Waiter == session);
                TransactionTracking.UpdateUntold(statement, transactions.MayHaveWritten(session), isWaiting);
            }
            else
            {
                TransactionTracking.Update(
                    statement,
                    transactions.BySession.TryGetValue(session, out var transaction) ? transaction : null,
                    _polledBefore,
                    isFresh: read is not null
                );
            }

            if (before != (statement.WaitsForLock, statement.HasWritten, statement.IsBulk))
                statement.Handed = null;
        }

        if (read is { } time && !areUntold)
            _writing.Take(transactions.BySession, time);
        var isSettled = !_hasOthers && Sorted.Count > 0 && Sorted.TrueForAll(static each => each.IsSettled);
        (IsSettled, _wasSettled) = (isSettled && _wasSettled, isSettled);
    }

    /// <summary>The number of the statement that a session runs; a number that no statement has where it runs
    /// none.</summary>
    public int BackendOf(int session) => Running.TryGetValue(session, out var known) ? known.BackendId : -session;

    private void See(SessionRow row, MySqlTexts? texts, DateTimeOffset time)
    {
        var start = time - row.Age;
        var isSame = Running.TryGetValue(row.SessionId, out var statement) && IsSame(statement, row, start);
        if (
            statement is null
            || !isSame
            || (texts is not null && texts.Text != statement.Statement.Text)
            || (namesThreads && statement.Row.ThreadId != row.ThreadId)
        )
        {
            if (Begin(row, texts, start, statement) is not { } begun)
                return;
            Running[row.SessionId] = statement = begun;
        }

        if (statement.Row.Flags != row.Flags)
            statement.Handed = null;
        statement.Row = row;
        statement.SeenAt = Poll;
        statement.Sightings++;
    }

    private bool IsSame(RunningStatement known, SessionRow row, DateTimeOffset start) =>
        known.Row.StatementId == row.StatementId
        && (_hasExactStarts || (start - known.FirstStart).Duration() <= SameStart);

    /// <summary>Null where the texts of what is new were not read: the next poll reads them.</summary>
    private RunningStatement? Begin(SessionRow row, MySqlTexts? texts, DateTimeOffset start, RunningStatement? before)
    {
        if (texts is null && before is null)
            return null;
        if ((texts is null && before is not null ? before.Statement : StatementOf(texts)) is not { } statement)
            return null;
        var session = texts is null && before is not null ? before.Session : SessionOf(row.SessionId, texts);

        // A statement within a procedure has the start of its CALL.
        var isWithin = before is not null && start <= before.FirstStart && before.Started < _polledBefore;
        return new RunningStatement(row, isWithin ? _polledBefore : start, statement)
        {
            FirstStart = start,
            Session = session,
            BackendId = namesThreads ? row.ThreadId : row.SessionId,
            IsWithin = isWithin,
            WriterBefore = IsWhatRan(before, row)
                ? before.WriterBefore
                : _writing.Of(row.SessionId, _hasExactStarts && !isWithin ? start : null),
        };
    }

    // Where starts are not exact it may be the same text again: what was read meanwhile may be of the one or the other.
    private static bool IsWhatRan([NotNullWhen(true)] RunningStatement? before, SessionRow row) =>
        before is not null && before.Row.StatementId == row.StatementId;

    /// <summary>Null where the text is left to the next poll.</summary>
    private StatementFacts? StatementOf(MySqlTexts? texts)
    {
        var text = texts?.Text ?? "";
        if (texts is { IsCut: false } && _statements.TryGet(text, out var known) && known.Digest == texts.Digest)
            return known;
        if (!_budget.Takes(texts?.User ?? "", text))
            return null;
        var tokens = SqlLexer.Tokens(text, SqlDialect.AnyMySql);
        var facts = new StatementFacts(
            MySqlKinds.Of(text, tokens),
            StatementForm.Fingerprint(text, SqlDialect.AnyMySql, tokens),
            text,
            texts?.IsCut ?? false
        )
        {
            Digest = texts?.Digest,
            IsTransactionControl = texts is { IsCut: false } && MySqlTransactionControl.IsAll(text, tokens),
        };
        if (texts is { IsCut: false })
            _statements.Put(text, facts);
        return facts;
    }

    private KnownSession SessionOf(int id, MySqlTexts? texts)
    {
        var names = texts ?? new MySqlTexts("", "", "", "", false);
        if (_sessions.TryGet(id, out var known) && known.IsOf(names))
            return known;
        var session = NewSession(id, names, "");
        _sessions.Put(id, session);
        return session;
    }

    private KnownSession NewSession(int id, MySqlTexts names, string app) =>
        new(
            id,
            new SessionFacts(names.User, app, names.Host, names.Database, _superusers.Has(names.User))
            {
                Groups = _roles.Of(names.User),
            },
            _superusers.Logins is null ? DoubtfulLogin : null
        );
}
