using Npgsql;
using NpgsqlTypes;
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

    /// <summary>Asks the server to cancel the query.</summary>
    /// <param name="session">The connection.</param>
    /// <param name="query">What is to end.</param>
    /// <param name="clientTypes">Types of background workers that count as clients.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <returns>Null when the server was asked, else why it was not.</returns>
    public static async Task<string?> RunAsync(
        PostgresSession session,
        ObservedQuery query,
        ImmutableArray<string> clientTypes,
        CancellationToken cancellationToken
    )
    {
        await using var command = new NpgsqlCommand(Sql, session.Connection);
        command.Parameters.Add(new NpgsqlParameter { Value = query.ProcessId, NpgsqlDbType = NpgsqlDbType.Integer });
        command.Parameters.Add(
            new NpgsqlParameter { Value = query.Started.UtcDateTime, NpgsqlDbType = NpgsqlDbType.TimestampTz }
        );
        command.Parameters.Add(
            new NpgsqlParameter { Value = clientTypes.ToArray(), NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text }
        );
        try
        {
            return await command.ExecuteScalarAsync(cancellationToken) switch
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
