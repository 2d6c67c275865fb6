using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>A connection that explains the statements of one database.</summary>
internal sealed class ExplainSession : IAsyncDisposable
{
    // The guard's own statements take their way by indexes whatever the server's estimates are, and
    // their hash tables are small whatever is expected to go into them: their cost must not grow with the catalog. What
    // is explained is planned with the server's settings.
    private const string OwnPlanning = """
        SELECT set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false), set_config('enable_seqscan', 'off', false),
               set_config('work_mem', '64', false), set_config('hash_mem_multiplier', '1', false),
               set_config('max_parallel_workers_per_gather', '0', false), set_config('plan_cache_mode', 'force_generic_plan', false)
        """;

    // What the owner of the database set for all sessions in it, and a login for its own, is taken back, but for what
    // plans are made of: what planning costs and what strings mean is not theirs to say. What the server says stays, and
    // what it says of RgPolicy's own role.
    private const string NotTheOwners = """
        SELECT count(set_config(name, boot_val, false))
          FROM pg_settings
         WHERE (source = 'database' OR ($1 AND source IN ('user', 'database user'))) AND context = 'user' AND boot_val IS NOT NULL
           AND NOT (starts_with(name, 'enable_') OR name LIKE '%\_cost' OR starts_with(name, 'min_parallel_')
                    OR name IN ('work_mem', 'hash_mem_multiplier', 'effective_cache_size', 'max_parallel_workers', 'max_parallel_workers_per_gather',
                                'parallel_leader_participation', 'effective_io_concurrency', 'constraint_exclusion', 'cursor_tuple_fraction'))
        """;

    private readonly PostgresSession _session;
    private readonly ExplainSteps _steps;
    private readonly Dictionary<uint, string> _searchPaths = [];
    private bool _isInTransaction;
    private ExplainSession? _observer;

    private ExplainSession(
        PostgresSession session,
        string database,
        ExplainSteps steps,
        GuardCommands guard,
        CatalogFigures figures
    ) => (_session, Database, _steps, Guard, Figures) = (session, database, steps, guard, figures);

    public string Database { get; }

    public NpgsqlConnection Connection => _session.Connection;

    /// <summary>The process id of its backend, also once the connection has broken.</summary>
    public int ProcessId => _session.ProcessId;

    public GuardCommands Guard { get; }
    public CatalogFigures Figures { get; }
    public bool RestrictsViews { get; private init; }

    /// <summary>The names of what is prepared for one text, until it is put away.</summary>
    public HashSet<string> Prepared { get; } = new(StringComparer.Ordinal);

    /// <summary>The login that it is of, where that is not RgPolicy's own.</summary>
    public string? Login { get; private init; }

    /// <summary>The connection that may see what other logins run; itself where it may.</summary>
    public ExplainSession Observer
    {
        get => _observer ?? this;
        set => _observer = value == this ? null : value;
    }

    public int Uses { get; set; }

    /// <remarks><c>session</c>: the connection; closed when this fails. <c>login</c>: the login that it is of, where
    /// that is not RgPolicy's own: what belongs to it runs with no more rights than it has. <c>refused</c>: what of the
    /// server's own may not run, where another session of the same server has read it; reading it takes longest of
    /// all.</remarks>
    public static async Task<ExplainSession> OpenAsync(
        PostgresSession session,
        string database,
        string? login,
        IEnumerable<string> trustedRoles,
        RefusedNames? refused,
        CancellationToken cancellationToken
    )
    {
        try
        {
            await PostgresQuery.AskAsync(session.Connection, NotTheOwners, [login is not null], cancellationToken);
            await session.ExecuteAsync(OwnPlanning, cancellationToken);
            var restrictsViews =
                await PostgresQuery.AskAsync(session.Connection, RestrictsViewsSql, [], cancellationToken) is true;
            var figures = await CatalogFigures.PrepareAsync(session.Connection, cancellationToken);
            return new ExplainSession(
                session,
                database,
                await ExplainSteps.PrepareAsync(session.Connection, cancellationToken),
                await GuardCommands.PrepareAsync(
                    session.Connection,
                    login is null ? trustedRoles : trustedRoles.Append(login),
                    refused ?? await RefusedNames.ReadAsync(session.Connection, cancellationToken),
                    cancellationToken
                ),
                figures
            )
            {
                RestrictsViews = restrictsViews,
                Login = login,
            };
        }
        catch
        {
            await session.DisposeAsync();
            throw;
        }
    }

    /// <summary>Where a login's sessions look up names in this database, unless they set their own
    /// search_path.</summary>
    public async Task<string> SearchPathAsync(uint login, CancellationToken cancellationToken)
    {
        if (_searchPaths.TryGetValue(login, out var known))
            return known;
        var path = await PostgresQuery.AskAsync(Connection, SearchPathSql, [login], cancellationToken) as string;
        return _searchPaths[login] = path ?? "public";
    }

    /// <summary>Which relations of these names a backend has locked, while it still runs what it began then.</summary>
    public async Task<List<RelationCandidate>> LockedAsync(
        int processId,
        DateTime started,
        string[] names,
        CancellationToken cancellationToken
    )
    {
        var locked = await Observer.Guard.LockedAsync(processId, started, names, cancellationToken);
        // What may be read is another question for each role.
        return Observer == this
            ? locked
            : await Guard.CandidatesAsync(
                [.. locked.Select(l => l.Schema)],
                [.. locked.Select(l => l.Name)],
                cancellationToken
            );
    }

    public async Task RunAsync(IEnumerable<string> statements, CancellationToken cancellationToken)
    {
        await using var batch = new NpgsqlBatch(Connection);
        foreach (var sql in statements)
            batch.BatchCommands.Add(new NpgsqlBatchCommand(sql));
        await batch.ExecuteNonQueryAsync(cancellationToken);
    }

    /// <summary>Begins the transaction in which a text is planned, and answers what its names mean: the schemas of
    /// these names that there are, and what each place could mean.</summary>
    public Task<(List<SchemaTrust> Schemas, List<RelationCandidate> Candidates)> BeginAsync(
        string[] schemas,
        ImmutableArray<RelationReference> places,
        CancellationToken cancellationToken
    )
    {
        _isInTransaction = true;
        return Guard.BeginAsync(schemas, places, cancellationToken);
    }

    public Task BeginAsync(CancellationToken cancellationToken)
    {
        _isInTransaction = true;
        return RunAsync(ExplainSteps.Begin, cancellationToken);
    }

    /// <summary>Until the end of the transaction, what is planned is planned as by the server, looks its names up where
    /// the guard says, and does not use what the guard has not looked at: views where the text names none, checks of
    /// tables that have partitions.</summary>
    public Task SetUpAsync(GuardVerdict verdict, CancellationToken cancellationToken) =>
        _steps.SetUpAsync(
            verdict.SearchPath,
            RestrictsViews && !verdict.HasViews,
            verdict.HasPartitions,
            cancellationToken
        );

    /// <summary>Leaves the connection as it was: no transaction, no prepared statement, no advisory lock.</summary>
    public async Task CleanAsync(CancellationToken cancellationToken)
    {
        if (_isInTransaction)
            await _steps.EndAsync(cancellationToken);
        _isInTransaction = false;
        if (Prepared.Count == 0)
            return;
        await RunAsync(Prepared.Select(name => $"DEALLOCATE {name}"), cancellationToken);
        Prepared.Clear();
    }

    public async ValueTask DisposeAsync()
    {
        await Guard.DisposeAsync();
        await Figures.DisposeAsync();
        await _steps.DisposeAsync();
        await _session.DisposeAsync();
    }

    private const string RestrictsViewsSql =
        "SELECT current_setting('restrict_nonsystem_relation_kind', true) IS NOT NULL";

    // The server's own default counts where nothing is set for the login or the database.
    private const string SearchPathSql = """
        SELECT replace(replace(coalesce(
                   (SELECT substr(setting, length('search_path=') + 1)
                      FROM pg_db_role_setting, unnest(setconfig) setting
                     WHERE starts_with(setting, 'search_path=') AND setrole IN (0, r.oid)
                       AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
                     ORDER BY setrole <> 0 AND setdatabase <> 0 DESC, setrole <> 0 DESC, setdatabase <> 0 DESC
                     LIMIT 1),
                   '"$user", public'), '"$user"', quote_ident(r.rolname)), '$user', quote_ident(r.rolname))
          FROM pg_roles r
         WHERE r.oid = $1 OR ($1 = 0 AND r.rolname = current_user)
        """;
}
