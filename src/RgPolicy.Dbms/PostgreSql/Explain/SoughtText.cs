using RgPolicy.Dbms.Fetching;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>A statement whose own text is not shown, and that pg_stat_statements or the text of a batch
/// may tell.</summary>
/// <param name="Database">The oid of its database.</param>
/// <param name="Login">The oid of the login that runs it.</param>
/// <param name="QueryId">The server's query id, never 0.</param>
/// <param name="Otherwise">Why there is no plan where it does not know it.</param>
internal sealed record SoughtText(uint Database, uint Login, long QueryId, PlanAnswer Otherwise)
{
    /// <summary>The text where it holds several statements, one of which it is; else null.</summary>
    public string? Batch { get; init; }
}
