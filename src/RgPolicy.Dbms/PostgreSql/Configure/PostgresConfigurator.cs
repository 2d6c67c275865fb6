using Npgsql;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>Reads and changes the settings of roles in databases: never of a role everywhere, of a
/// database, or of the server.</summary>
internal sealed class PostgresConfigurator : IConfigurator, IFactsExport
{
    private const int CommandSeconds = 30;
    private const string SessionOptions =
        "-c lock_timeout=5s -c standard_conforming_strings=on -c search_path=pg_catalog";

    private const string ServerSql =
        "SELECT current_setting('server_version'), current_setting('cluster_name'), pg_catalog.pg_is_in_recovery(), "
        + "s.system_identifier::text "
        + "FROM pg_catalog.pg_control_system() AS s";

    private readonly PostgresConnectionOptions _options;
    private readonly NpgsqlDataSource _source;
    private NpgsqlConnection? _connection;

    private PostgresConfigurator(PostgresConnectionOptions options)
    {
        _options = options;
        _source = options.NewSource(null, CommandSeconds, SessionOptions);
        Server = new ServerIdentity("postgresql", "", null, "");
        Profile = TargetProfile.Generic;
    }

    public ServerIdentity Server { get; private set; }
    public TargetProfile Profile { get; private set; }

    private RolePlanner Planner => new(_options.Target, Server);

    /// <exception cref="ConfigureException">The server cannot be reached, or is a standby.</exception>
    public static async Task<PostgresConfigurator> ConnectAsync(
        PostgresConnectionOptions options,
        TargetProfile host,
        CancellationToken cancellationToken
    )
    {
        var configurator = new PostgresConfigurator(options);
        try
        {
            await configurator.ReopenAsync(cancellationToken);
            await configurator.IdentifyAsync(host, cancellationToken);
            return configurator;
        }
        catch
        {
            await configurator.DisposeAsync();
            throw;
        }
    }

    public async Task<ConfigurationReading> ReadAsync(CancellationToken cancellationToken)
    {
        var actual = await ReadCatalogAsync(cancellationToken);
        return new ConfigurationReading(
            JsonSerializer.SerializeToElement(actual.State.Own(), RoleJson.Default.RoleState),
            RolePlanner.DigestOf(actual)
        );
    }

    public async Task<ChangePlan> PlanAsync(PolicyProgram program, bool takesOver, CancellationToken cancellationToken)
    {
        var places = await QueryAsync(
            RoleCatalogSql.Places,
            row => new RoleInDatabase(RoleCatalogSql.Text(row, 0), RoleCatalogSql.Text(row, 1)),
            cancellationToken
        );
        return Planner.Toward(
            RoleSettingsCompiler.Compile(program, places),
            program.Revision,
            await ReadCatalogAsync(cancellationToken)
        );
    }

    /// <summary>The sizes of tables and indexes, for plans that are judged elsewhere.</summary>
    public async Task<string> ExportFactsAsync(DateTimeOffset now, CancellationToken cancellationToken) =>
        RelationsDocument.Write(
            _options.Target,
            now,
            await QueryAsync(
                RelationsSql.All,
                row =>
                    KeyValuePair.Create(
                        row.GetString(0),
                        new RelationFigures(row.IsDBNull(1) ? null : row.GetDouble(1), row.GetDouble(2))
                    ),
                cancellationToken
            )
        );

    public async Task<ChangePlan> PlanBackAsync(JsonElement state, CancellationToken cancellationToken) =>
        Planner.Back(StateOf(state), await ReadCatalogAsync(cancellationToken));

    public async Task<ChangePlan> PlanOffAsync(CancellationToken cancellationToken) =>
        Planner.Back(new RoleState([]), await ReadCatalogAsync(cancellationToken));

    public Task ExecuteAsync(ChangeStep step, CancellationToken cancellationToken) =>
        RunAsync(step.Sql, command => command.ExecuteNonQueryAsync(cancellationToken));

    public async Task<Verification> VerifyAsync(JsonElement goal, CancellationToken cancellationToken) =>
        new(RolePlanner.Differences(await ReadCatalogAsync(cancellationToken), StateOf(goal)), []);

    public async Task ReopenAsync(CancellationToken cancellationToken)
    {
        await CloseAsync();
        try
        {
            _connection = await _source.OpenConnectionAsync(cancellationToken);
        }
        catch (Exception e) when (e is not OperationCanceledException && PostgresError.IsExpected(e))
        {
            throw new ConfigureException(
                PostgresError.Connecting(_options, e).Message,
                "Check the connection, the role and its password.",
                e
            )
            {
                IsLost = true,
            };
        }
    }

    public async ValueTask DisposeAsync()
    {
        await CloseAsync();
        await _source.DisposeAsync();
    }

    private async Task IdentifyAsync(TargetProfile host, CancellationToken cancellationToken)
    {
        var server = (
            await QueryAsync(
                ServerSql,
                row =>
                    (
                        Version: row.GetString(0),
                        Cluster: row.GetString(1),
                        IsStandby: row.GetBoolean(2),
                        Id: row.GetString(3)
                    ),
                cancellationToken
            )
        )[0];
        if (server.IsStandby)
            throw new ConfigureException($"{_options.Target}: the server is a standby", "Connect to the primary.");
        var version = server.Version.Split(' ')[0];
        Server = new ServerIdentity(
            "postgresql",
            version,
            null,
            server.Cluster.Length > 0 ? $"{server.Cluster} {server.Id}" : server.Id
        );
        Profile = host with { Name = _options.Target, DbmsKind = "postgresql", DbmsVersion = VersionOf(version) };
    }

    private static ImmutableArray<long> VersionOf(string version) =>
        [
            .. version
                .Split('.')
                .Select(part => new string([.. part.TakeWhile(char.IsAsciiDigit)]))
                .Where(part => part.Length is > 0 and < 10)
                .Select(part => long.Parse(part, System.Globalization.CultureInfo.InvariantCulture)),
        ];

    private async Task<RoleCatalog> ReadCatalogAsync(CancellationToken cancellationToken)
    {
        var settings = await QueryAsync(
            RoleCatalogSql.Settings,
            row => (RoleCatalogSql.Text(row, 0), RoleCatalogSql.Text(row, 1), RoleCatalogSql.Text(row, 2)),
            cancellationToken
        );
        var names = await QueryAsync(
            RoleCatalogSql.Names,
            row => (RoleCatalogSql.Text(row, 0), row.IsDBNull(1) ? null : (LoginTraits?)row.GetInt32(1)),
            cancellationToken
        );
        return RoleCatalogSql.Catalog(settings, names);
    }

    private Task<List<TRow>> QueryAsync<TRow>(
        string sql,
        Func<DbDataReader, TRow> read,
        CancellationToken cancellationToken
    ) => RunAsync(sql, command => Rows.ReadAsync(command, read, cancellationToken));

    private async Task<TResult> RunAsync<TResult>(string sql, Func<NpgsqlCommand, Task<TResult>> run)
    {
        try
        {
            await using var command = new NpgsqlCommand(
                sql,
                _connection ?? throw new TimeoutException("there is no connection")
            );
            return await run(command);
        }
        catch (Exception e) when (e is not OperationCanceledException && PostgresError.IsExpected(e))
        {
            throw new ConfigureException(
                $"{_options.Target}: {PostgresError.Reason(e)}{MissingRight(e)}",
                "What is needed is in docs/howto/postgresql.md, Settings of roles.",
                e
            );
        }
    }

    private string MissingRight(Exception e) =>
        e is not PostgresException { SqlState: PostgresErrorCodes.InsufficientPrivilege } denied ? ""
        : denied.MessageText.Contains(OwnedSettings.Marker, StringComparison.Ordinal)
            ? $": GRANT SET ON PARAMETER {OwnedSettings.Marker} TO {PostgresQuote.Name(_options.User)} (from "
                + "PostgreSQL 15), or connect as a superuser"
        : ": settings of roles take CREATEROLE, from PostgreSQL 16 with ADMIN OPTION on each of the "
            + "roles, or a superuser"
            + (denied.Detail is { Length: > 0 } detail ? $" ({detail})" : "");

    private async Task CloseAsync()
    {
        if (_connection is { } connection)
        {
            _connection = null;
            await connection.DisposeAsync();
        }
    }

    private static RoleState StateOf(JsonElement state) =>
        state.Deserialize(RoleJson.Default.RoleState)
        ?? throw new ConfigureException("the document holds no settings of roles", "Make the plan again: rgp plan.");
}
