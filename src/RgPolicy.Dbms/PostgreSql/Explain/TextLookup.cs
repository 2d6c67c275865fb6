using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>A statement whose own text is not shown, and that pg_stat_statements or the text of a batch
/// may tell.</summary>
/// <remarks><c>Login</c>: the oid of the login that runs it. <c>QueryId</c>: the server's query id, never 0.
/// <c>Otherwise</c>: why there is no plan where it does not know it.</remarks>
internal sealed record TextLookup(uint Database, uint Login, long QueryId, PlanAnswer Otherwise)
{
    /// <summary>The text where it holds several statements, one of which it is; else null.</summary>
    public string? Batch { get; init; }

    /// <summary>What becomes of its text. What EXECUTE runs stands there with the words that prepared it, and parameters
    /// where the grammar takes none.</summary>
    public PlanRoute RouteOf(string text)
    {
        var whole = TypedParameters.Readable(PrepareStatement.Read(text) ?? text);
        var route = PlanRouter.Route(
            new StatementFacts(StatementKindReader.FromText(whole), "", whole, IsTruncated: false)
        );
        return route.IsOfAnotherText ? new PlanRoute(Otherwise, null) : route;
    }

    // As pg_stat_statements has lists from 18 on.
    private const string Squashed = "/*, ... */";

    /// <summary>The answer that its text has: no more than expected where the server keeps one constant of a list,
    /// whatever its length.</summary>
    public static PlanAnswer Settle(PlanAnswer answer, string text) =>
        text.Contains(Squashed, StringComparison.Ordinal)
        && (answer.Facts ?? answer.Choice?.Guessed) is { Profile: { } profile }
            ? answer with
            {
                Facts = PlanFacts.Expected(profile, "with lists of one element, for pg_stat_statements keeps no more"),
                Choice = null,
            }
            : answer;
}

/// <summary>Whole texts of statements, with parameters in place of constants, as pg_stat_statements shows them once an
/// execution has ended. Only those that the login itself has run count: a query id of another's may be of a table of
/// the same name. The server reads its whole file of texts for one.</summary>
internal sealed class StatementTexts(string database, string schema)
{
    public string Database => database;

    /// <summary>Null where the extension is not installed in the connected database.</summary>
    public static StatementTexts? For(PostgresConnectionOptions connection, ServerTraits traits) =>
        traits.StatementsSchema is { } schema ? new StatementTexts(connection.Database, schema) : null;

    /// <summary>The text; null when the extension has none, or none that may be read.</summary>
    public async Task<string?> FindAsync(
        ExplainSession session,
        TextLookup sought,
        CancellationToken cancellationToken
    ) =>
        await PostgresQuery.AskAsync(
            session.Connection,
            Sql,
            [sought.QueryId, (long)sought.Database, (long)sought.Login],
            cancellationToken
        ) as string;

    // What may not be read is shown as a remark in angle brackets.
    private string Sql =>
        $"""
            SELECT query
              FROM {PostgresSetup.Quote(schema)}.pg_stat_statements(true)
             WHERE queryid = $1 AND dbid = $2 AND userid = $3 AND query NOT LIKE '<%' LIMIT 1
            """;
}
