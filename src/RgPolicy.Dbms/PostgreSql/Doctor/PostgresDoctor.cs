using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Host.Text;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>Checks whether a server can be observed, and says what is missing, what is lost by it and
/// what fixes it.</summary>
internal static class PostgresDoctor
{
    private const int CommandTimeoutSeconds = 5;
    private const int RecommendedTextSize = 16384;
    private const int ConnectionsNeeded = 6;
    private const string SetupPlace = "docs/howto/postgresql.md has the statements that make it";

    /// <summary>Checks; never throws on what a server or network does.</summary>
    public static async Task<ImmutableArray<DoctorFinding>> CheckAsync(
        PostgresConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
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
            var planned = await PlannedShare.ReadAsync(options, cancellationToken);
            var channel = await PlanChannel.TryAsync(options, session.Connection, cancellationToken);
            using var cost = new PollCost(session.ProcessId);
            return
            [
                DoctorFinding.Ok("pg.reachable", $"{options.Target} answers"),
                DoctorFinding.Ok("pg.version", $"PostgreSQL {traits.Version}"),
                .. Sight(options.User, traits),
                Superuser(options.User, traits, rights),
                ReadRights(options, rights),
                WriteRights(options.User, rights, traits),
                .. Planning(options.User, rights, channel),
                Trust(options, trust),
                .. Planned(planned),
                open.Finding,
                Quiet(OwnRole(options.User, traits), options.User, trust),
                QueryIds(traits),
                History(OwnRole(options.User, traits), traits, rights),
                ShownPlans(traits),
                .. Room(traits, rights, options.IsLocal && cost.IsBackendHere),
                .. Databases(options.User, rights),
            ];
        }
        catch (Exception e)
            when (!cancellationToken.IsCancellationRequested && (e is ObserveException || PostgresError.IsExpected(e)))
        {
            var problem = e as ObserveException ?? PostgresError.Connecting(options, e);
            return
            [
                DoctorFinding.Missing(
                    "pg.reachable",
                    problem.Message,
                    "nothing can be observed",
                    Setup(options.User, e)
                ),
            ];
        }
    }

    // A server that asks for a password says the same of a wrong one and of a role that there is not. One that does not
    // says by the place in its code, in every language, whether it is the role that it lacks or a line of pg_hba.conf.
    private static string Setup(string user, Exception e) =>
        e switch
        {
            Npgsql.PostgresException { SqlState: "28P01" } => $"""
                -- give the role's password by --password-file, RGPOLICY_PASSWORD or ~/.pgpass (PGPASSWORD goes before that file)
                -- whether there is the role, a superuser sees by:
                SELECT rolname FROM pg_roles WHERE rolname = {PastedSql.Literal(user)};
                -- without it: {SetupPlace}
                """,
            Npgsql.PostgresException { SqlState: "28000", Routine: "InitializeSessionUserId" } => PostgresSetup.Sql(
                user
            ),
            Npgsql.PostgresException { SqlState: "28000" } => """
                -- let the role in: a line for it in the server's pg_hba.conf, whose place a superuser sees by:
                SHOW hba_file;
                -- when the line is there:
                SELECT pg_reload_conf();
                """,
            Npgsql.PostgresException { SqlState: "3D000" } => """
                -- name a database that there is, such as postgres; which there are:
                SELECT datname FROM pg_database WHERE datallowconn;
                """,
            _ => "",
        };

    private static DoctorFinding[] Sight(string user, ServerTraits traits) =>
        [
            DoctorFinding.Require(
                "pg.track-activities",
                traits.TracksActivities,
                "the server shows what runs",
                "track_activities is off: the server shows nothing of what runs",
                "nothing can be seen or governed",
                "ALTER SYSTEM SET track_activities = on;\nSELECT pg_reload_conf();"
            ),
            DoctorFinding.Require(
                "pg.read-all-stats",
                traits.ReadsAllStatistics,
                "queries of all users can be seen",
                $"'{user}' may not see other users' queries",
                "nothing can be governed",
                $"GRANT pg_read_all_stats TO {PastedSql.Name(user)};"
            ),
        ];

    private static DoctorFinding[] Planning(string user, PostgresRights rights, PlanChannel channel) =>
        [
            DoctorFinding.Check(
                "pg.cancel",
                rights.CancelsQueries,
                "queries could be cancelled where a rule says so and rgp run --allow-cancel lets it",
                $"'{user}' may not cancel queries",
                "rules with cancel, under rgp run --allow-cancel; nothing without them",
                $"GRANT pg_signal_backend TO {PastedSql.Name(user)};"
            ),
            DoctorFinding.Check(
                "pg.plan-channel",
                channel.Broken.IsEmpty,
                Invariant($"a connection for plans could be made in {channel.Opened} databases"),
                "no connection for plans in "
                    + string.Join("; ", channel.Broken.Select(b => $"{b.Database} ({b.Reason})")),
                "plans of queries there",
                """
                -- see the reason; what a database sets for its sessions is shown by:
                SELECT * FROM pg_db_role_setting;
                """
            ),
        ];

    private static DoctorFinding[] Room(ServerTraits traits, PostgresRights rights, bool isHere) =>
        [
            DoctorFinding.Check(
                "pg.text-size",
                traits.TextSize >= RecommendedTextSize,
                Invariant($"track_activity_query_size is {traits.TextSize} bytes"),
                Invariant($"track_activity_query_size is {traits.TextSize} bytes"),
                "plans of statements whose text is longer",
                "ALTER SYSTEM SET track_activity_query_size = '16kB'; -- then restart the server"
            ),
            DoctorFinding.Check(
                "pg.local",
                isHere,
                "the server's processes are on this host",
                "the server's processes are not on this host, or not visible from here",
                "enforcement by the operating system: queries are only observed and classified",
                "-- run RgPolicy on the server's host"
            ),
            DoctorFinding.Check(
                "pg.connections",
                rights.FreeConnections >= ConnectionsNeeded,
                Invariant($"{rights.FreeConnections} connections are free"),
                Invariant($"only {rights.FreeConnections} connections are free, RgPolicy uses up to 6"),
                "plans and history while no connection is free",
                "-- raise max_connections: ALTER SYSTEM SET max_connections = ...; then restart the server"
            ),
        ];

    private static DoctorFinding Superuser(string user, ServerTraits traits, PostgresRights rights) =>
        !traits.IsSuperuser
            ? DoctorFinding.Ok("pg.not-superuser", $"'{user}' is not a superuser")
            : DoctorFinding.Lacks(
                "pg.not-superuser",
                $"'{user}' is a superuser",
                "plans: planning can run functions, so RgPolicy explains nothing as a superuser",
                user == PostgresSetup.UsualRole ? $"ALTER ROLE {PastedSql.Name(user)} NOSUPERUSER;"
                    : rights.HasUsualRole
                        ? $"-- there is the role {PostgresSetup.UsualRole}: connect as it, and see what it lacks"
                    : PostgresSetup.Sql()
            );

    private static DoctorFinding ReadRights(PostgresConnectionOptions options, PostgresRights rights) =>
        options.PlansAsLogin
            ? DoctorFinding.Ok("pg.read-rights", "logins plan what they send: RgPolicy's role needs to read no table")
        : rights.ReadsAllData ? DoctorFinding.Ok("pg.read-rights", "tables of all schemas can be explained")
        : DoctorFinding.Lacks(
            "pg.read-rights",
            $"'{options.User}' is not in pg_read_all_data",
            "plans of statements on tables that it may not read. Three ways: leave it so (classes by kind, "
                + "history and text alone; it can read "
                + "no table); SELECT on chosen schemas (plans there; what it may read is theirs); "
                + "pg_read_all_data (all plans; it may read everything)",
            $"GRANT USAGE ON SCHEMA public TO {PastedSql.Name(options.User)}; GRANT SELECT ON ALL TABLES IN SCHEMA "
                + $"public TO {PastedSql.Name(options.User)}; "
                + $"-- or: GRANT pg_read_all_data TO {PastedSql.Name(options.User)};"
        );

    private static IEnumerable<DoctorFinding> Planned(PlannedShare? share) =>
        share switch
        {
            null or { Statements: 0 } => [],
            { Without: 0 } =>
            [
                DoctorFinding.Ok(
                    "pg.planned",
                    Invariant($"all of the {share.Statements} statements that took longest have a plan")
                ),
            ],
            _ =>
            [
                DoctorFinding.Lacks(
                    "pg.planned",
                    Invariant(
                        $"{share.Without} of the {share.Statements} statements that took longest, {share.Time:P0} of their time, have no plan: {string.Join("; ", share.Reasons)}"
                    ),
                    "their classes by plan.*: kind, history, session and text alone tell them",
                    "-- see pg.plan-trust and pg.read-rights; for one query: rgp why"
                ),
            ],
        };

    private static DoctorFinding Trust(PostgresConnectionOptions options, PlanTrust trust) =>
        trust.Owners.IsEmpty
            ? DoctorFinding.Ok(
                "pg.plan-trust",
                "tables of the connected database belong to trusted roles: their statements can have plans"
            )
        : options.PlansAsLogin
            ? DoctorFinding.Ok(
                "pg.plan-trust",
                "each statement is planned by a connection of the login that sent it, where the server lets RgPolicy in"
            )
        : DoctorFinding.Lacks(
            "pg.plan-trust",
            $"tables or schemas of the connected database belong to {string.Join(", ", trust.Owners)}: logins, "
                + "or with logins as members",
            "plans of statements on them: planning runs functions that an owner can put behind his tables at any "
                + "moment, with RgPolicy's rights",
            $"""
            -- one of these; docs/howto/postgresql.md, "Who plans", has what each costs
            -- 1. trust them with what RgPolicy's role may read, by options of rgp: {Trusting(trust.Owners)}
            --    (or TrustedRoles of the service's target)
            -- 2. plan what they send as themselves, with no more rights than they have: as a superuser
            CREATE ROLE rgpolicy_planned NOLOGIN;
            {string.Join(" ", trust.Owners.Select(owner => $"GRANT rgpolicy_planned TO {PastedSql.Name(owner)};"))}
            --    as the first line of pg_hba.conf: local all +rgpolicy_planned peer map=rgpolicy
            --    in pg_ident.conf, for each of them: rgpolicy rgpolicy LOGIN (map, the service's user of the system, login)
            --    and for those that come over the socket themselves: rgpolicy /^(.*)$ \1
            SELECT pg_reload_conf();
            --    then add plan_as=login to the connection
            -- 3. let a role without login own them: ALTER TABLE ... OWNER TO ...;
            """
        );

    private static string Trusting(ImmutableArray<string> owners) =>
        string.Join(" ", owners.Select(owner => "--trusted-role " + ShellWord(owner)));

    // What a superuser does belongs in the server's log and statistics: the advice for RgPolicy's role is not for
    // superusers.
    private static string? OwnRole(string user, ServerTraits traits) =>
        traits.IsSuperuser && user != PostgresSetup.UsualRole ? null : user;

    private static DoctorFinding Quiet(string? role, string user, PlanTrust trust) =>
        trust.Loud.IsEmpty
            ? DoctorFinding.Ok("pg.quiet", "what RgPolicy does is not in the server's log and statistics of statements")
            : DoctorFinding.Lacks(
                "pg.quiet",
                $"{string.Join(", ", trust.Loud)}: what '{user}' does can be logged or counted",
                "nothing; the server's log and pg_stat_statements hold RgPolicy's own statements",
                role is null
                    ? ""
                    : string.Join(
                        " ",
                        PostgresSetup
                            .Quiet.Where(q => trust.Loud.Contains(q.Name, StringComparer.Ordinal))
                            .Select(q => $"ALTER ROLE {PastedSql.Name(role)} SET {q.Name} = '{q.Value}';")
                    )
            );

    // A superuser counts as a member of each role; that it is one is a finding of its own.
    private static DoctorFinding WriteRights(string user, PostgresRights rights, ServerTraits traits) =>
        traits.IsSuperuser ? DoctorFinding.Ok("pg.no-write-rights", "what a superuser may write goes with that right")
        : !rights.WritesAllData ? DoctorFinding.Ok("pg.no-write-rights", $"'{user}' is not in pg_write_all_data")
        : DoctorFinding.Lacks(
            "pg.no-write-rights",
            $"'{user}' is in pg_write_all_data, which RgPolicy never needs",
            "a safeguard",
            $"REVOKE pg_write_all_data FROM {PastedSql.Name(user)};"
        );

    private static DoctorFinding QueryIds(ServerTraits traits) =>
        DoctorFinding.Check(
            "pg.query-ids",
            traits.ComputesQueryIds,
            $"compute_query_id is {traits.ComputeQueryId}",
            $"compute_query_id is {traits.ComputeQueryId} and nothing asks for it",
            "texts are read for every new query instead of once per statement: polls cost more",
            "ALTER SYSTEM SET compute_query_id = on; SELECT pg_reload_conf();"
        );

    private static DoctorFinding History(string? role, ServerTraits traits, PostgresRights rights) =>
        (traits.StatementsSchema, PreloadAdvice.Statements(rights, role)) switch
        {
            (not null, _) when rights.IsStatementsLoaded => DoctorFinding.Ok(
                "pg.history",
                "pg_stat_statements is installed"
            ),
            (not null, var advice) => Lacking("pg_stat_statements is made, and the server has not loaded it", advice),
            (_, var advice) => Lacking("pg_stat_statements is not installed in the connected database", advice),
        };

    private static DoctorFinding Lacking(string what, string advice) =>
        DoctorFinding.Lacks(
            "pg.history",
            what,
            "the signals history.*, and writes are told from short look-ups by their age alone",
            advice
        );

    private static DoctorFinding ShownPlans(ServerTraits traits) =>
        DoctorFinding.Ok(
            "pg.show-plans",
            traits.ShowPlansSchema is not null
                ? "pg_show_plans is installed: true plans of running queries"
                : "pg_show_plans is not installed: plans come from EXPLAIN of the text"
        );

    private static IEnumerable<DoctorFinding> Databases(string user, PostgresRights rights) =>
        rights.ClosedDatabases.IsEmpty
            ? [DoctorFinding.Ok("pg.databases", "all databases can be connected to")]
            : rights.ClosedDatabases.Select(d =>
                DoctorFinding.Lacks(
                    "pg.databases",
                    $"'{user}' may not connect to database '{d}'",
                    "plans of its queries",
                    $"GRANT CONNECT ON DATABASE {PastedSql.Name(d)} TO {PastedSql.Name(user)};"
                )
            );

    // Where it holds what cannot be shown, as the shell's own escapes.
    private static string ShellWord(string name) =>
        name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-') ? name
        : name.Any(SafeText.IsUnsafe)
            ? $"$'{SafeText.Escape(name.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal))}'"
        : $"'{name.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
