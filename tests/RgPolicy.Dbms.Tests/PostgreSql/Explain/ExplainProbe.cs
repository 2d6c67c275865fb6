using System.Collections.Concurrent;
using Npgsql;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Caching;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>Explains texts the way the observer does, and looks at what they left behind.</summary>
internal sealed class ExplainProbe : IAsyncDisposable
{
    private readonly ExplainSessions _sessions;
    private readonly Explainer _explainer;
    private readonly string _database;

    public ExplainProbe(PostgresConnectionOptions connection, string database, int serverVersion, params string[] trusted)
    {
        _database = database;
        _sessions = new ExplainSessions(connection, new ConcurrentDictionary<int, byte>());
        _explainer = new Explainer(new SafetyCheck(trusted), new PostgresObserverOptions(), serverVersion);
    }

    /// <summary>The whole way of a text: routed by its tokens, then explained where it may be.</summary>
    public async Task<PlanAnswer> AnswerAsync(string text)
    {
        var facts = new StatementFacts(StatementKindReader.FromText(text), "1", text, IsTruncated: false);
        var route = PlanRouter.Route(facts);
        return route.Answer ?? await ExplainAsync(route.ExplainText ?? "");
    }

    /// <summary>Past the router, as if it had been fooled.</summary>
    public async Task<PlanAnswer> ExplainAsync(string text)
    {
        var session = await _sessions.GetAsync(_database, CancellationToken.None);
        return await _explainer.ExplainAsync(
            session, new PlanRequest(new StatementKey(1, "1"), _database, 0, 0, default, StatementKind.Select, text), CancellationToken.None);
    }

    /// <summary>What is left on the connection that explained: empty when nothing is.</summary>
    public async Task<string> LeftoversAsync()
    {
        var session = await _sessions.GetAsync(_database, CancellationToken.None);
        await using var command = new NpgsqlCommand(
            """
            SELECT concat_ws(', ',
                CASE WHEN EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory') THEN 'advisory lock' END,
                CASE WHEN EXISTS (SELECT FROM pg_prepared_statements) THEN 'prepared statement' END,
                CASE WHEN EXISTS (SELECT FROM pg_cursors WHERE name <> '') THEN 'cursor' END,
                CASE WHEN current_setting('search_path') <> 'pg_catalog,pg_temp' THEN 'search_path' END,
                CASE WHEN current_setting('default_transaction_read_only') <> 'on' THEN 'read only' END,
                CASE WHEN current_setting('statement_timeout') <> '0' THEN 'statement_timeout' END,
                CASE WHEN current_setting('plan_cache_mode') <> 'auto' THEN 'plan_cache_mode' END,
                CASE WHEN current_user <> session_user THEN 'role' END,
                CASE WHEN EXISTS (SELECT FROM pg_class WHERE relname IN ('x', 'X')) THEN 'table x' END)
            """,
            session.Connection);
        return (string)(await command.ExecuteScalarAsync())!;
    }

    public ValueTask DisposeAsync() => _sessions.DisposeAsync();
}
