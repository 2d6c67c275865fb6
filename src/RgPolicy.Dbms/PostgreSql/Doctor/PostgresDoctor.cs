using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>Checks whether a server can be observed, and says what is missing, what is lost by it and what mends it.</summary>
public static class PostgresDoctor
{
    private const int CommandTimeoutSeconds = 5;
    private const int RecommendedTextSize = 16384;
    private const int ConnectionsNeeded = 6;

    /// <summary>Checks; never throws on what a server or network does.</summary>
    public static async Task<ImmutableArray<DoctorFinding>> CheckAsync(
        PostgresConnectionOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        try
        {
            await using var session = await PostgresSession.OpenAsync(
                options, null, CommandTimeoutSeconds, new ConcurrentDictionary<int, byte>(), cancellationToken);
            var traits = await ServerTraitsReader.ReadAsync(session, options.Target, cancellationToken);
            var rights = await ServerRights.ReadAsync(session.Connection, cancellationToken);
            using var cost = new PollCost(session.ProcessId);
            return
            [
                Ok("pg.reachable", $"{options.Target} answers"),
                Ok("pg.version", $"PostgreSQL {traits.Version}"),
                Statistics(options.User, traits),
                Superuser(options.User, traits),
                ReadRights(options.User, rights),
                WriteRights(options.User, rights),
                QueryIds(traits),
                History(traits),
                ShownPlans(traits),
                TextSize(traits),
                Place(options, cost),
                Connections(rights),
                .. Databases(options.User, rights),
            ];
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested && (e is ObserveException || PostgresError.IsExpected(e)))
        {
            var problem = e as ObserveException ?? PostgresError.Connecting(options, e);
            return [new DoctorFinding("pg.reachable", DoctorState.Missing, problem.Message, "nothing can be observed", Setup(e))];
        }
    }

    private static string Setup(Exception e) =>
        e is Npgsql.PostgresException { SqlState: "28000" or "28P01" } ? PostgresSetup.Sql() : "";

    private static DoctorFinding Statistics(string user, ServerTraits traits) => traits.ReadsAllStatistics
        ? Ok("pg.read-all-stats", "queries of all users can be seen")
        : new DoctorFinding(
            "pg.read-all-stats", DoctorState.Missing, $"'{user}' may not see other users' queries", "nothing can be governed",
            $"GRANT pg_read_all_stats TO {PostgresSetup.Quote(user)};");

    private static DoctorFinding Superuser(string user, ServerTraits traits) => !traits.IsSuperuser
        ? Ok("pg.not-superuser", $"'{user}' is no superuser")
        : new DoctorFinding(
            "pg.not-superuser", DoctorState.Warning, $"'{user}' is a superuser",
            "plans: planning can run functions, so RgPolicy explains nothing as a superuser", PostgresSetup.Sql());

    private static DoctorFinding ReadRights(string user, ServerRights rights) => rights.ReadsAllData
        ? Ok("pg.read-rights", "tables of all schemas can be explained")
        : new DoctorFinding(
            "pg.read-rights", DoctorState.Warning, $"'{user}' is not in pg_read_all_data",
            "plans of statements on tables that it may not read", $"GRANT pg_read_all_data TO {PostgresSetup.Quote(user)};");

    private static DoctorFinding WriteRights(string user, ServerRights rights) => !rights.WritesAllData
        ? Ok("pg.no-write-rights", $"'{user}' is not in pg_write_all_data")
        : new DoctorFinding(
            "pg.no-write-rights", DoctorState.Warning, $"'{user}' is in pg_write_all_data, which RgPolicy never needs",
            "a safeguard", $"REVOKE pg_write_all_data FROM {PostgresSetup.Quote(user)};");

    private static DoctorFinding QueryIds(ServerTraits traits) => traits.ComputesQueryIds
        ? Ok("pg.query-ids", $"compute_query_id is {traits.ComputeQueryId}")
        : new DoctorFinding(
            "pg.query-ids", DoctorState.Warning, $"compute_query_id is {traits.ComputeQueryId} and nothing asks for it",
            "texts are read for every new query instead of once per statement: polls cost more",
            "ALTER SYSTEM SET compute_query_id = on; SELECT pg_reload_conf();");

    private static DoctorFinding History(ServerTraits traits) => traits.StatementsSchema is not null
        ? Ok("pg.history", "pg_stat_statements is installed")
        : new DoctorFinding(
            "pg.history", DoctorState.Warning, "pg_stat_statements is not installed in the connected database",
            "the signals history.*, and writes are told from short look-ups by their age alone",
            "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'; "
            + "-- then restart the server and: CREATE EXTENSION pg_stat_statements;");

    private static DoctorFinding ShownPlans(ServerTraits traits) => Ok(
        "pg.show-plans",
        traits.ShowPlansSchema is not null ? "pg_show_plans is installed: true plans of running queries"
            : "pg_show_plans is not installed: plans come from EXPLAIN of the text");

    private static DoctorFinding TextSize(ServerTraits traits) => traits.TextSize >= RecommendedTextSize
        ? Ok("pg.text-size", Invariant($"track_activity_query_size is {traits.TextSize} bytes"))
        : new DoctorFinding(
            "pg.text-size", DoctorState.Warning, Invariant($"track_activity_query_size is {traits.TextSize} bytes"),
            "plans of statements whose text is longer", "ALTER SYSTEM SET track_activity_query_size = '16kB'; -- then restart the server");

    private static DoctorFinding Place(PostgresConnectionOptions options, PollCost cost) => options.IsLocal && cost.IsBackendHere
        ? Ok("pg.local", "the server's processes are on this host")
        : new DoctorFinding(
            "pg.local", DoctorState.Warning, "the server's processes are not on this host, or not visible from here",
            "enforcement by the operating system: queries are only observed and classified", "run RgPolicy on the server's host");

    private static DoctorFinding Connections(ServerRights rights) => rights.FreeConnections >= ConnectionsNeeded
        ? Ok("pg.connections", Invariant($"{rights.FreeConnections} connections are free"))
        : new DoctorFinding(
            "pg.connections", DoctorState.Warning, Invariant($"only {rights.FreeConnections} connections are free, RgPolicy uses up to 6"),
            "plans and history while no connection is free", "raise max_connections");

    private static IEnumerable<DoctorFinding> Databases(string user, ServerRights rights) => rights.ClosedDatabases.IsEmpty
        ? [Ok("pg.databases", "all databases can be connected to")]
        : rights.ClosedDatabases.Select(d => new DoctorFinding(
            "pg.databases", DoctorState.Warning, $"'{user}' may not connect to database '{d}'", "plans of its queries",
            $"GRANT CONNECT ON DATABASE {PostgresSetup.Quote(d)} TO {PostgresSetup.Quote(user)};"));

    private static DoctorFinding Ok(string id, string message) => new(id, DoctorState.Ok, message, "", "");

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
