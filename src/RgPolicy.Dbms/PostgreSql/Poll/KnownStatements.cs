using System.Globalization;
using RgPolicy.Dbms.Caching;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// The statements whose texts were read. A statement is known by its query id, and by its text where the server shows
/// none: for good, or until it has analysed the statement. An execution that is met before its id shows is known by
/// the id that its text alone has had so far, so that one text does not get two plans.
/// </summary>
internal sealed class KnownStatements(int most)
{
    private readonly LeastRecentlyUsed<(uint Database, long QueryId), KnownStatement> _byQueryId = new(most);
    private readonly LeastRecentlyUsed<StatementKey, KnownStatement> _byText = new(most);

    // 0 where one text has several ids: tables of the same name in several schemas. What runs a prepared statement, or
    // several statements, has none here: its text is another statement in another session.
    private readonly LeastRecentlyUsed<StatementKey, long> _idsOfTexts = new(most);

    /// <summary>The statement of a query id; null where none is known or the id is 0.</summary>
    public KnownStatement? Find(uint database, long queryId) =>
        queryId != 0 && _byQueryId.TryGet((database, queryId), out var statement) ? statement : null;

    /// <summary>The statement of a text that was just read.</summary>
    /// <param name="database">The database's oid.</param>
    /// <param name="queryId">The server's query id, or 0.</param>
    /// <param name="text">The text.</param>
    public KnownStatement Of(uint database, long queryId, ActivityText text)
    {
        var byText = new StatementKey(database, NormalisedText.Fingerprint(text.Query));
        if (queryId != 0)
            return Find(database, queryId) ?? Keep(byText, queryId, Facts(text));
        if (!text.IsCut && _idsOfTexts.TryGet(byText, out var id) && Find(database, id) is { } same)
            return same;
        if (!_byText.TryGet(byText, out var statement))
            _byText.Put(byText, statement = new KnownStatement(byText, 0, Facts(text, byText.Fingerprint)));
        return statement;
    }

    /// <summary>A statement that was known by its text, now that the server shows its query id.</summary>
    public KnownStatement WithId(KnownStatement statement, long queryId) =>
        Find(statement.Key.Database, queryId) ?? Keep(statement.Key, queryId, statement.Facts);

    private KnownStatement Keep(StatementKey byText, long queryId, StatementFacts facts)
    {
        var fingerprint = queryId.ToString(CultureInfo.InvariantCulture);
        var statement = new KnownStatement(
            byText with
            {
                Fingerprint = fingerprint,
            },
            queryId,
            facts with
            {
                Fingerprint = fingerprint,
            }
        );
        _byQueryId.Put((byText.Database, queryId), statement);
        if (!facts.IsTruncated && !PlanRouter.Route(facts).IsOfAnotherText)
            _idsOfTexts.Put(byText, _idsOfTexts.TryGet(byText, out var other) && other != queryId ? 0 : queryId);
        return statement;
    }

    private static StatementFacts Facts(ActivityText text, string fingerprint = "") =>
        new(StatementKindReader.FromText(text.Query), fingerprint, text.Query, text.IsCut)
        {
            IsTransactionControl = !text.IsCut && TransactionControl.IsAll(text.Query),
        };
}
