using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

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
