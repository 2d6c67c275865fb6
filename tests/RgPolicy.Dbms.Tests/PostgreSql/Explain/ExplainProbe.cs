using Npgsql;
using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>Explains texts the way the observer does, and looks at what they left behind.</summary>
internal sealed class ExplainProbe : IAsyncDisposable
{
    private readonly ExplainSessions _sessions;
    private readonly Explainer _explainer;
    private readonly string _database;

    public ExplainProbe(PostgresConnectionOptions connection, string database, params string[] trustedRoles)
        : this(connection, database, new PlanGuard(TimeSpan.FromMinutes(10)), trustedRoles) { }

    public ExplainProbe(
        PostgresConnectionOptions connection,
        string database,
        IPlanGuard guard,
        params string[] trustedRoles
    )
    {
        _database = database;
        _sessions = new ExplainSessions(
            connection,
            PostgresBackends.Own(isLocal: true),
            trustedRoles,
            TimeProvider.System
        );
        _explainer = new Explainer(guard, new PostgresObserverOptions());
    }

    /// <summary>The whole way of a text: routed by its tokens, then explained where it may be.</summary>
    public async Task<PlanAnswer> AnswerAsync(string text)
    {
        var facts = new StatementFacts(StatementKindReader.FromText(text), "1", text, IsTruncated: false);
        var route = PlanRouter.Route(facts);
        return route.Answer ?? await ExplainAsync(route.ExplainText ?? "");
    }

    /// <summary>Past the router, as if it had been fooled. On a busy machine planning may time out:
    /// that is tried again.</summary>
    public async Task<PlanAnswer> ExplainAsync(string text)
    {
        var request = new PostgresPlanRequest(
            new StatementKey(1, "1", Login: 0),
            _database,
            0,
            0,
            default,
            StatementKind.Select,
            text
        );
        for (var attempt = 0; ; attempt++)
        {
            var session = await _sessions.ObserverAsync(_database, CancellationToken.None);
            var answer = await _explainer.ExplainAsync(session, request, CancellationToken.None);
            if (answer.Failures == 0 || attempt > 50)
                return answer;
            await Task.Delay(100);
        }
    }

    /// <summary>One attempt on a text as it is.</summary>
    public async Task<PlanAnswer> ExplainOnceAsync(
        string text,
        uint login = 0,
        int processId = 0,
        DateTime started = default
    )
    {
        var session = await _sessions.ObserverAsync(_database, CancellationToken.None);
        try
        {
            return await _explainer.ExplainAsync(
                session,
                new PostgresPlanRequest(
                    new StatementKey(1, "1", Login: 0),
                    _database,
                    login,
                    processId,
                    started,
                    StatementKind.Select,
                    text
                ),
                CancellationToken.None
            );
        }
        catch (Exception e)
            when (e is NpgsqlException or InvalidOperationException or InvalidDataException or BeyondVerdictException)
        {
            // As the fetcher does: the connection is not used again.
            _sessions.Abandon(session);
            return PlanAnswer.Passing(e.Message, TimeSpan.FromMinutes(1), 0);
        }
    }

    /// <summary>The process id of the backend that explains.</summary>
    public async Task<int> BackendAsync() =>
        (await _sessions.ObserverAsync(_database, CancellationToken.None)).Connection.ProcessID;

    /// <summary>What is left on the connection that explained: empty when nothing is.</summary>
    public async Task<string> LeftoversAsync()
    {
        var session = await _sessions.ObserverAsync(_database, CancellationToken.None);
        await using var command = new NpgsqlCommand(
            """
            SELECT concat_ws(', ',
                CASE WHEN EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory') THEN 'advisory lock' END,
                CASE WHEN EXISTS (SELECT FROM pg_prepared_statements WHERE from_sql) THEN 'prepared statement' END,
                CASE WHEN EXISTS (SELECT FROM pg_cursors WHERE name <> '') THEN 'cursor' END,
                CASE WHEN current_setting('search_path') <> 'pg_catalog,pg_temp' THEN 'search_path' END,
                CASE WHEN current_setting('default_transaction_read_only') <> 'on' THEN 'read only' END,
                CASE WHEN current_setting('statement_timeout') <> '0' THEN 'statement_timeout' END,
                CASE WHEN current_setting('plan_cache_mode') <> 'force_generic_plan' THEN 'plan_cache_mode' END,
                CASE WHEN current_user <> session_user THEN 'role' END,
                CASE WHEN EXISTS (SELECT FROM pg_class WHERE relname IN ('x', 'X')) THEN 'table x' END)
            """,
            session.Connection
        );
        return (string)(await command.ExecuteScalarAsync())!;
    }

    public ValueTask DisposeAsync() => _sessions.DisposeAsync();
}
