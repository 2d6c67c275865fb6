using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>Checks whether a server can be observed, and says what is missing, what is lost by it and
/// what fixes it.</summary>
public static class PostgresDoctor
{
    private const int CommandTimeoutSeconds = 5;
    private const int RecommendedTextSize = 16384;
    private const int ConnectionsNeeded = 6;
    private const string SetupPlace = "docs/postgresql.md has the statements that make it";

    /// <summary>Checks; never throws on what a server or network does.</summary>
    public static async Task<ImmutableArray<DoctorFinding>> CheckAsync(
        PostgresConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        ArgumentNullException.ThrowIfNull(options);
        try
        {
            await using var session = await PostgresSession.OpenAsync(
                options,
                null,
                CommandTimeoutSeconds,
                PostgresBackends.Own(options.IsLocal),
                cancellationToken
            );
            var traits = await ServerTraitsReader.ReadAsync(session, options, cancellationToken);
            var rights = await PostgresRights.ReadAsync(session.Connection, cancellationToken);
            var trust = await PlanTrust.ReadAsync(session.Connection, options.TrustedRoles, cancellationToken);
            var open = await OpenSchemas.ReadAsync(session.Connection, cancellationToken);
            var channel = await PlanChannel.TryAsync(options, session.Connection, cancellationToken);
            using var cost = new PollCost(session.ProcessId);
            return
            [
                Ok("pg.reachable", $"{options.Target} answers"),
                Ok("pg.version", $"PostgreSQL {traits.Version}"),
                Statistics(options.User, traits),
                Superuser(options.User, traits),
                ReadRights(options.User, rights),
                WriteRights(options.User, rights),
                Cancel(options.User, rights),
                Channel(channel),
                Trust(trust),
                open.Finding,
                Quiet(options.User, trust),
                QueryIds(traits),
                History(traits, rights),
                ShownPlans(traits),
                TextSize(traits),
                Place(options, cost),
                Connections(rights),
                .. Databases(options.User, rights),
            ];
        }
        catch (Exception e)
            when (!cancellationToken.IsCancellationRequested && (e is ObserveException || PostgresError.IsExpected(e)))
        {
            var problem = e as ObserveException ?? PostgresError.Connecting(options, e);
            return
            [
                new DoctorFinding(
                    "pg.reachable",
                    DoctorState.Missing,
                    problem.Message,
                    "nothing can be observed",
                    Setup(options.User, e)
                ),
            ];
        }
    }

    // A server that asks for a password says the same of a wrong one and of a role that there is not.
    // One that does not says by the place in its code, in every language, whether it is the role that
    // it lacks or a line of pg_hba.conf.
    private static string Setup(string user, Exception e) =>
        e switch
        {
            Npgsql.PostgresException { SqlState: "28P01" } =>
                "give the role's password by --password-file, RGPOLICY_PASSWORD or ~/.pgpass; whether there is the "
                    + "role, a superuser sees by: "
                    + $"SELECT rolname FROM pg_roles WHERE rolname = {PostgresSetup.Literal(user)}; "
                    + $"-- without it: {SetupPlace}",
            Npgsql.PostgresException { SqlState: "28000", Routine: "InitializeSessionUserId" } => PostgresSetup.Sql(
                user
            ),
            Npgsql.PostgresException { SqlState: "28000" } =>
                "let the role in: a line for it in pg_hba.conf, then SELECT pg_reload_conf();",
            _ => "",
        };

    private static DoctorFinding Statistics(string user, ServerTraits traits) =>
        traits.ReadsAllStatistics
            ? Ok("pg.read-all-stats", "queries of all users can be seen")
            : new DoctorFinding(
                "pg.read-all-stats",
                DoctorState.Missing,
                $"'{user}' may not see other users' queries",
                "nothing can be governed",
                $"GRANT pg_read_all_stats TO {PostgresSetup.Quote(user)};"
            );

    private static DoctorFinding Superuser(string user, ServerTraits traits) =>
        !traits.IsSuperuser
            ? Ok("pg.not-superuser", $"'{user}' is no superuser")
            : new DoctorFinding(
                "pg.not-superuser",
                DoctorState.Warning,
                $"'{user}' is a superuser",
                "plans: planning can run functions, so RgPolicy explains nothing as a superuser",
                PostgresSetup.Sql()
            );

    private static DoctorFinding ReadRights(string user, PostgresRights rights) =>
        rights.ReadsAllData
            ? Ok("pg.read-rights", "tables of all schemas can be explained")
            : new DoctorFinding(
                "pg.read-rights",
                DoctorState.Warning,
                $"'{user}' is not in pg_read_all_data",
                "plans of statements on tables that it may not read. Three ways: leave it so (classes by kind, "
                    + "history and text alone; it can read "
                    + "no table); SELECT on chosen schemas (plans there; what it may read is theirs); "
                    + "pg_read_all_data (all plans; it may read everything)",
                $"GRANT USAGE ON SCHEMA public TO {PostgresSetup.Quote(user)}; GRANT SELECT ON ALL TABLES IN SCHEMA "
                    + $"public TO {PostgresSetup.Quote(user)}; "
                    + $"-- or: GRANT pg_read_all_data TO {PostgresSetup.Quote(user)};"
            );

    private static DoctorFinding Channel(PlanChannel channel) =>
        channel.Broken.IsEmpty
            ? Ok("pg.plan-channel", Invariant($"a connection for plans could be made in {channel.Opened} databases"))
            : new DoctorFinding(
                "pg.plan-channel",
                DoctorState.Warning,
                "no connection for plans in "
                    + string.Join("; ", channel.Broken.Select(b => $"{b.Database} ({b.Reason})")),
                "plans of queries there",
                "see the reason; what a database sets for its sessions is shown by: SELECT * FROM pg_db_role_setting;"
            );

    private static DoctorFinding Trust(PlanTrust trust) =>
        trust.Owners.IsEmpty
            ? Ok(
                "pg.plan-trust",
                "tables of the connected database belong to trusted roles: their statements can have plans"
            )
            : new DoctorFinding(
                "pg.plan-trust",
                DoctorState.Warning,
                $"tables or schemas of the connected database belong to {string.Join(", ", trust.Owners)}: logins, "
                    + "or with logins as members",
                "plans of statements on them: planning runs functions that an owner can put behind his tables at any "
                    + "moment, with RgPolicy's rights",
                "let a role without login own them (ALTER TABLE ... OWNER TO), or trust them with "
                    + "what RgPolicy's role may read: "
                    + $"{string.Join(" ", trust.Owners.Select(owner => "--trusted-role " + ShellWord(owner)))}, or TrustedRoles of the service's target"
            );

    private static DoctorFinding Quiet(string user, PlanTrust trust) =>
        trust.Loud.IsEmpty
            ? Ok("pg.quiet", "what RgPolicy does is not in the server's log and statistics of statements")
            : new DoctorFinding(
                "pg.quiet",
                DoctorState.Warning,
                $"{string.Join(", ", trust.Loud)}: what '{user}' does can be logged or counted",
                "nothing; the server's log and pg_stat_statements hold RgPolicy's own statements",
                string.Join(
                    " ",
                    PostgresSetup
                        .Quiet.Where(q => trust.Loud.Contains(q.Name, StringComparer.Ordinal))
                        .Select(q => $"ALTER ROLE {PostgresSetup.Quote(user)} SET {q.Name} = '{q.Value}';")
                )
            );

    private static DoctorFinding WriteRights(string user, PostgresRights rights) =>
        !rights.WritesAllData
            ? Ok("pg.no-write-rights", $"'{user}' is not in pg_write_all_data")
            : new DoctorFinding(
                "pg.no-write-rights",
                DoctorState.Warning,
                $"'{user}' is in pg_write_all_data, which RgPolicy never needs",
                "a safeguard",
                $"REVOKE pg_write_all_data FROM {PostgresSetup.Quote(user)};"
            );

    private static DoctorFinding Cancel(string user, PostgresRights rights) =>
        rights.CancelsQueries
            ? Ok("pg.cancel", "queries could be cancelled where a rule says so and rgp run --allow-cancel lets it")
            : new DoctorFinding(
                "pg.cancel",
                DoctorState.Warning,
                $"'{user}' may not cancel queries",
                "rules with cancel, under rgp run --allow-cancel; nothing without them",
                $"GRANT pg_signal_backend TO {PostgresSetup.Quote(user)};"
            );

    private static DoctorFinding QueryIds(ServerTraits traits) =>
        traits.ComputesQueryIds
            ? Ok("pg.query-ids", $"compute_query_id is {traits.ComputeQueryId}")
            : new DoctorFinding(
                "pg.query-ids",
                DoctorState.Warning,
                $"compute_query_id is {traits.ComputeQueryId} and nothing asks for it",
                "texts are read for every new query instead of once per statement: polls cost more",
                "ALTER SYSTEM SET compute_query_id = on; SELECT pg_reload_conf();"
            );

    private static DoctorFinding History(ServerTraits traits, PostgresRights rights) =>
        traits.StatementsSchema is not null
            ? Ok("pg.history", "pg_stat_statements is installed")
            : new DoctorFinding(
                "pg.history",
                DoctorState.Warning,
                "pg_stat_statements is not installed in the connected database",
                "the signals history.*, and writes are told from short look-ups by their age alone",
                PreloadAdvice.Statements(rights.Preloaded)
            );

    private static DoctorFinding ShownPlans(ServerTraits traits) =>
        Ok(
            "pg.show-plans",
            traits.ShowPlansSchema is not null
                ? "pg_show_plans is installed: true plans of running queries"
                : "pg_show_plans is not installed: plans come from EXPLAIN of the text"
        );

    private static DoctorFinding TextSize(ServerTraits traits) =>
        traits.TextSize >= RecommendedTextSize
            ? Ok("pg.text-size", Invariant($"track_activity_query_size is {traits.TextSize} bytes"))
            : new DoctorFinding(
                "pg.text-size",
                DoctorState.Warning,
                Invariant($"track_activity_query_size is {traits.TextSize} bytes"),
                "plans of statements whose text is longer",
                "ALTER SYSTEM SET track_activity_query_size = '16kB'; -- then restart the server"
            );

    private static DoctorFinding Place(PostgresConnectionOptions options, PollCost cost) =>
        options.IsLocal && cost.IsBackendHere
            ? Ok("pg.local", "the server's processes are on this host")
            : new DoctorFinding(
                "pg.local",
                DoctorState.Warning,
                "the server's processes are not on this host, or not visible from here",
                "enforcement by the operating system: queries are only observed and classified",
                "run RgPolicy on the server's host"
            );

    private static DoctorFinding Connections(PostgresRights rights) =>
        rights.FreeConnections >= ConnectionsNeeded
            ? Ok("pg.connections", Invariant($"{rights.FreeConnections} connections are free"))
            : new DoctorFinding(
                "pg.connections",
                DoctorState.Warning,
                Invariant($"only {rights.FreeConnections} connections are free, RgPolicy uses up to 6"),
                "plans and history while no connection is free",
                "raise max_connections"
            );

    private static IEnumerable<DoctorFinding> Databases(string user, PostgresRights rights) =>
        rights.ClosedDatabases.IsEmpty
            ? [Ok("pg.databases", "all databases can be connected to")]
            : rights.ClosedDatabases.Select(d => new DoctorFinding(
                "pg.databases",
                DoctorState.Warning,
                $"'{user}' may not connect to database '{d}'",
                "plans of its queries",
                $"GRANT CONNECT ON DATABASE {PostgresSetup.Quote(d)} TO {PostgresSetup.Quote(user)};"
            ));

    private static string ShellWord(string name) =>
        name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-')
            ? name
            : $"'{name.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    private static DoctorFinding Ok(string id, string message) => new(id, DoctorState.Ok, message, "", "");

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
