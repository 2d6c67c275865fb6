using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>The statements whose texts were read. A statement is known by its login and query id, and by its text where
/// the server shows none: for good, or until it has analysed the statement. An execution that is met before its id
/// shows is known by the id that its text alone has had so far, so that one text does not get two plans.</summary>
internal sealed class KnownStatements(int most)
{
    private readonly LeastRecentlyUsed<(uint Database, uint Login, long QueryId), KnownStatement> _byQueryId = new(
        most
    );
    private readonly LeastRecentlyUsed<StatementKey, KnownStatement> _byText = new(most);

    // 0 where one text has several ids: tables of the same name in several schemas.
    private readonly LeastRecentlyUsed<StatementKey, long> _idsOfTexts = new(most);

    /// <summary>The server's query ids tell tables of one name in several schemas apart.</summary>
    public bool IdsTellTables { get; set; } = true;

    /// <summary>The statement of a row's query id; null where none is known or the id is 0.</summary>
    public KnownStatement? Find(in ActivityRow row) => Find(row.Database, row.Login, row.QueryId);

    public KnownStatement OwnOf(in ActivityRow row, ActivityText text)
    {
        var statement = Of(row, text);
        return With(statement, Facts(text));
    }

    private KnownStatement With(KnownStatement statement, StatementFacts facts) =>
        string.Equals(facts.Text, statement.Facts.Text, StringComparison.Ordinal)
            ? statement
            : New(statement.Key, statement.TextKey, statement.QueryId, facts) with
            {
                Facts = facts with { Fingerprint = statement.Facts.Fingerprint },
                Expectation = statement.Expectation,
            };

    private KnownStatement New(StatementKey key, StatementKey byText, long queryId, StatementFacts facts) =>
        new(key, byText, queryId, facts)
        {
            Constants = StatementConstants.Of(facts.Text ?? "", saysTables: queryId != 0 && !IdsTellTables),
        };

    /// <summary>The statement of a text that was just read; its text may be that of an earlier execution.</summary>
    public KnownStatement Of(in ActivityRow row, ActivityText text)
    {
        var byText = new StatementKey(
            row.Database,
            StatementForm.Fingerprint(text.Query, SqlDialect.PostgreSql),
            row.Login
        );
        if (row.QueryId != 0)
            return Find(row) ?? Keep(byText, row.QueryId, Facts(text));
        if (!text.IsCut && _idsOfTexts.TryGet(byText, out var id) && Find(row.Database, row.Login, id) is { } same)
            return same;
        if (!_byText.TryGet(byText, out var statement))
            _byText.Put(byText, statement = New(byText, byText, 0, Facts(text, byText.Fingerprint)));
        return statement;
    }

    public KnownStatement WithId(KnownStatement statement, long queryId) =>
        Find(statement.Key.Database, statement.Key.Login, queryId) is { } known
            ? With(known, statement.Facts)
            : Keep(statement.TextKey, queryId, statement.Facts);

    private KnownStatement? Find(uint database, uint login, long queryId) =>
        queryId != 0 && _byQueryId.TryGet((database, login, queryId), out var statement) ? statement : null;

    /// <summary>A text that is cut, runs a prepared statement or holds several is not what others with this query id
    /// run: a COMMIT behind other statements has the id of every COMMIT. It is not kept.</summary>
    private KnownStatement Keep(StatementKey byText, long queryId, StatementFacts facts)
    {
        var fingerprint = queryId.ToString(CultureInfo.InvariantCulture);
        var isWhole = !facts.IsTruncated && !PlanRouter.Route(facts).IsOfAnotherText;
        var key = byText with { Fingerprint = fingerprint, IsOfAnotherText = !isWhole };
        var statement = New(key, byText, queryId, facts with { Fingerprint = fingerprint });
        if (!isWhole)
            return statement;
        _byQueryId.Put((byText.Database, byText.Login, queryId), statement);
        _idsOfTexts.Put(byText, _idsOfTexts.TryGet(byText, out var other) && other != queryId ? 0 : queryId);
        return statement;
    }

    private static StatementFacts Facts(ActivityText text, string fingerprint = "") =>
        new(StatementKindReader.FromText(text.Query), fingerprint, text.Query, text.IsCut)
        {
            IsTransactionControl =
                !text.IsCut
                && TransactionControl.IsAll(text.Query)
                && !StatementTextReader.HasUncertainStrings(text.Query),
        };
}

/// <remarks><c>Key</c>: what its plan is kept by. <c>TextKey</c>: what it is known by where the server shows no query
/// id. <c>QueryId</c>: the server's query id, or 0.</remarks>
internal sealed record KnownStatement(StatementKey Key, StatementKey TextKey, long QueryId, StatementFacts Facts)
{
    /// <summary>The constants of its text, which another execution may have otherwise; 0 for none.</summary>
    public ulong Constants { get; init; }

    /// <summary>What its executions have been like so far; one for all of them.</summary>
    public Expectation Expectation { get; init; } = new();

    /// <summary>A view of the server's may tell the work of it: told once, for polls ask each time.</summary>
    public bool MayShowProgress { get; } = IsCommand(Facts) || IsCopy(Facts);

    /// <summary>It loads a table or builds an index, and does nothing else: it writes the log for most of its
    /// life.</summary>
    public bool IsLoad { get; } = Facts.Kind is StatementKind.BulkLoad or StatementKind.IndexBuild && IsAlone(Facts);

    /// <summary>It writes rows, and does nothing else as far as its text was read; read anew each time, for few are
    /// asked.</summary>
    public bool IsWrite =>
        Facts.Kind is StatementKind.Insert or StatementKind.Update or StatementKind.Delete or StatementKind.Merge
        && (Facts.IsTruncated || IsAlone(Facts));

    // A text of several statements may be at any of them.
    private static bool IsAlone(StatementFacts facts) =>
        facts is { IsTruncated: false, Text: { } text }
        && StatementTextReader.Read(text) is { IsUnreadable: false, Statements: 1 };

    private static bool IsCommand(StatementFacts facts) =>
        !facts.IsTransactionControl
        && facts.Kind
            is StatementKind.BulkLoad
                or StatementKind.IndexBuild
                or StatementKind.Maintenance
                or StatementKind.Utility
                or StatementKind.Other;

    // The kind of a COPY that sends rows out is that of its query.
    private static bool IsCopy(StatementFacts facts) =>
        facts.Text is { } text && new SqlLexer(text).Next().Is(text, "copy");
}

/// <summary>What the executions of a statement have been like so far.</summary>
internal sealed class Expectation
{
    private static readonly TimeSpan LongForLittle = TimeSpan.FromMilliseconds(100);

    public bool ReadsLittle { get; set; }

    /// <summary>Nothing is lost where an execution of this age is not looked at: it will soon have ended.</summary>
    public bool IsAsGoodAsOver(TimeSpan age) => ReadsLittle && age < LongForLittle;
}
