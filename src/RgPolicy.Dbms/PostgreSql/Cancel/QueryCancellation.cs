using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Cancel;

/// <summary>Cancels one query with pg_cancel_backend. The server itself looks, in the same statement, whether the
/// backend still runs that very query and its login is not a superuser: between a decision and its statement a backend
/// may have gone on.</summary>
internal static class QueryCancellation
{
    private const string Sql =
        "select pg_cancel_backend(a.pid) from pg_stat_activity a join pg_roles r on r.oid = a.usesysid "
        + "where a.pid = $1 and a.query_start = $2 and a.state = 'active' "
        + "and (a.backend_type = 'client backend' or a.backend_type = any ($3)) and not r.rolsuper";

    public static async Task<string?> RunAsync(
        PostgresSession session,
        ObservedQuery query,
        ImmutableArray<string> clientTypes,
        CancellationToken cancellationToken
    )
    {
        object[] values = [query.ProcessId, query.Started.UtcDateTime, clientTypes.ToArray()];
        try
        {
            return await PostgresQuery.AskAsync(session.Connection, Sql, values, cancellationToken) switch
            {
                true => null,
                null => "the query has ended, or is a superuser's",
                _ => "the server could not signal the process",
            };
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.InsufficientPrivilege)
        {
            return "RgPolicy's login may not: GRANT pg_signal_backend TO it";
        }
    }
}
