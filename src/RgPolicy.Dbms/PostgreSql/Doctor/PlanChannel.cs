using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>Whether plans can be fetched in a server's databases: a connection for plans is opened in each, the
/// connected one first.</summary>
internal sealed record PlanChannel(int Opened, ImmutableArray<(string Database, string Reason)> Broken)
{
    private const int CommandTimeoutSeconds = 5;

    private const string Sql = """
        SELECT datname::text FROM pg_database
         WHERE datallowconn AND NOT datistemplate AND has_database_privilege(oid, 'CONNECT')
         ORDER BY datname <> current_database(), datname LIMIT 20
        """;

    public static async Task<PlanChannel> TryAsync(
        PostgresConnectionOptions options,
        NpgsqlConnection connection,
        CancellationToken cancellationToken
    )
    {
        var databases = await PostgresQuery.ListAsync(connection, Sql, [], PlanTrust.NameOf, cancellationToken);
        var broken = ImmutableArray.CreateBuilder<(string Database, string Reason)>();
        foreach (var database in databases)
            if (await ProblemAsync(options, database, cancellationToken) is { } problem)
                broken.Add((database, problem));
        return new PlanChannel(databases.Count - broken.Count, broken.ToImmutable());
    }

    private static async Task<string?> ProblemAsync(
        PostgresConnectionOptions options,
        string database,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var session = await PostgresSession.OpenAsync(
                options.PlanUser is { } user ? options.As(user) : options,
                database,
                CommandTimeoutSeconds,
                PostgresBackends.Own(options.IsLocal),
                cancellationToken
            );
            await using var opened = await ExplainSession.OpenAsync(
                session,
                database,
                null,
                options.TrustedRoles,
                null,
                cancellationToken
            );
            return null;
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested && PostgresError.IsExpected(e))
        {
            return PostgresError.Reason(e);
        }
    }
}
