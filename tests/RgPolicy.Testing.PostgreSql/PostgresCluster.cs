using System.Net;
using System.Net.Sockets;
using Npgsql;

namespace RgPolicy.Testing.PostgreSql;

/// <summary>
/// A private PostgreSQL server in a temporary directory, with its own port on 127.0.0.1 (scram-sha-256)
/// and its own Unix socket (trust). Stopped and deleted when it is disposed.
/// </summary>
internal sealed class PostgresCluster : IAsyncDisposable
{
    /// <summary>The superuser's name.</summary>
    public const string Superuser = "postgres";

    /// <summary>The superuser's password, for connections over TCP.</summary>
    public const string SuperuserPassword = "fixture-secret";

    // In an emulated machine the driver's first connection takes longer than its 15 s.
    private const int PatienceSeconds = 120;

    private readonly string _binaries;
    private readonly PostgresClusterOptions _options;
    private readonly EventHandler _atExit;
    private bool _running;

    private PostgresCluster(string binaries, string directory, PostgresClusterOptions options)
    {
        (_binaries, RootDirectory, _options) = (binaries, directory, options);
        _atExit = (_, _) => StopNow();
    }

    /// <summary>The cluster's own directory.</summary>
    public string RootDirectory { get; }

    /// <summary>The data directory.</summary>
    public string DataDirectory => Path.Combine(RootDirectory, "data");

    /// <summary>The directory of the Unix socket.</summary>
    public string SocketDirectory => RootDirectory;

    /// <summary>The server's log.</summary>
    public string LogFile => Path.Combine(RootDirectory, "log");

    /// <summary>The port, on 127.0.0.1 and in the socket's name.</summary>
    public int Port { get; private set; }

    /// <summary>The postmaster's process id.</summary>
    public int PostmasterProcessId =>
        int.Parse(File.ReadLines(Path.Combine(DataDirectory, "postmaster.pid")).First(), CultureInfo.InvariantCulture);

    /// <summary>Makes and starts one; takes about two seconds.</summary>
    /// <exception cref="InvalidOperationException">PostgreSQL is not installed or did not start; the
    /// message says why.</exception>
    public static async Task<PostgresCluster> StartAsync(
        PostgresClusterOptions? options = null,
        CancellationToken cancellationToken = default
    )
    {
        options ??= new PostgresClusterOptions();
        return await StartAsync(options, cluster => cluster.InitialiseAsync(cancellationToken), cancellationToken);
    }

    /// <summary>Makes and starts a hot standby with the same settings, which applies what this one writes.</summary>
    /// <exception cref="InvalidOperationException">It did not start; the message says why.</exception>
    public Task<PostgresCluster> StartReplicaAsync(CancellationToken cancellationToken = default)
    {
        var source = string.Create(
            CultureInfo.InvariantCulture,
            $"host={SocketDirectory} port={Port} user={Superuser}"
        );
        var options = _options with { Settings = _options.Settings.SetItem("primary_conninfo", source) };
        return StartAsync(options, replica => replica.CopyAsync(source, cancellationToken), cancellationToken);
    }

    private static async Task<PostgresCluster> StartAsync(
        PostgresClusterOptions options,
        Func<PostgresCluster, Task> fill,
        CancellationToken cancellationToken
    )
    {
        var cluster = new PostgresCluster(
            Binaries(options.Version),
            await MakeDirectoryAsync(options, cancellationToken),
            options
        );
        try
        {
            await fill(cluster);
            await cluster.StartOnFreePortAsync(cancellationToken);
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }

        AppDomain.CurrentDomain.ProcessExit += cluster._atExit;
        return cluster;
    }

    /// <summary>A connection string without pooling; over the socket (trusted) unless a password is given.</summary>
    public string ConnectionString(string database = "postgres", string user = Superuser, string? password = null) =>
        new NpgsqlConnectionStringBuilder
        {
            Host = password is null ? SocketDirectory : "127.0.0.1",
            Port = Port,
            Database = database,
            Username = user,
            Password = password,
            Pooling = false,
            Timeout = PatienceSeconds,
        }.ConnectionString;

    /// <summary>The same as a URL as RgPolicy takes it; over TCP no password is part of it.</summary>
    public string Url(string user, string database = "postgres", bool overTcp = false) =>
        overTcp
            ? string.Create(CultureInfo.InvariantCulture, $"postgres://{user}@127.0.0.1:{Port}/{database}")
            : string.Create(
                CultureInfo.InvariantCulture,
                $"postgres://{user}@/{database}?host={SocketDirectory}&port={Port}"
            );

    /// <summary>Opens a connection.</summary>
    public async Task<NpgsqlConnection> OpenAsync(
        string database = "postgres",
        string user = Superuser,
        CancellationToken cancellationToken = default
    )
    {
        var connection = new NpgsqlConnection(ConnectionString(database, user));
        await connection.OpenAsync(cancellationToken);
        return connection;
    }

    /// <summary>Runs statements as the superuser.</summary>
    public async Task ExecuteAsync(
        string sql,
        string database = "postgres",
        CancellationToken cancellationToken = default
    )
    {
        await using var connection = await OpenAsync(database, cancellationToken: cancellationToken);
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    /// <summary>Runs a statement as the superuser and returns its first value.</summary>
    public async Task<object?> ScalarAsync(
        string sql,
        string database = "postgres",
        CancellationToken cancellationToken = default
    )
    {
        await using var connection = await OpenAsync(database, cancellationToken: cancellationToken);
        await using var command = new NpgsqlCommand(sql, connection);
        return await command.ExecuteScalarAsync(cancellationToken);
    }

    /// <summary>Stops the server; its clients are cut off, or waited for where the mode is <c>smart</c>.</summary>
    public async Task StopAsync(string mode = "fast", CancellationToken cancellationToken = default)
    {
        await ControlAsync(["stop", "-w", "-m", mode, "-D", DataDirectory], cancellationToken);
        _running = false;
    }

    /// <summary>Starts the server again on the same port.</summary>
    public async Task StartAgainAsync(CancellationToken cancellationToken = default)
    {
        await ControlAsync(["start", "-w", "-s", "-D", DataDirectory, "-l", LogFile], cancellationToken);
        _running = true;
    }

    /// <summary>Ends the recovery of a standby; a moment later it takes connections.</summary>
    public Task PromoteAsync(CancellationToken cancellationToken = default) =>
        ControlAsync(["promote", "-w", "-D", DataDirectory], cancellationToken);

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        AppDomain.CurrentDomain.ProcessExit -= _atExit;
        if (_running)
            await ControlAsync(["stop", "-w", "-m", "immediate", "-D", DataDirectory], CancellationToken.None);
        _running = false;
        if (!_options.KeepDirectory && Directory.Exists(RootDirectory))
            Directory.Delete(RootDirectory, recursive: true);
    }

    private static string Binaries(int? version)
    {
        if ((version ?? PostgresVersions.Usual) is var major and not PostgresVersions.OfTheDistribution)
            return PostgresBinaries.Find(major)
                ?? throw new InvalidOperationException(PostgresVersions.ReasonToSkip(major));
        return PostgresBinaries.Find()
            ?? throw new InvalidOperationException(
                "PostgreSQL's server programs were not found; install them (apt-get install "
                    + "postgresql) or set RGPOLICY_PG_BIN"
            );
    }

    private static async Task<string> MakeDirectoryAsync(
        PostgresClusterOptions options,
        CancellationToken cancellationToken
    )
    {
        // A socket's path may not exceed 107 bytes, so the directory's name is short.
        var parent = options.ParentDirectory ?? Path.GetTempPath();
        var directory = Path.Combine(parent, "rgpg-" + Path.GetRandomFileName()[..8]);
        await ServerProgram.MakeDirectoryAsync(directory, cancellationToken);
        return directory;
    }

    private async Task InitialiseAsync(CancellationToken cancellationToken)
    {
        var template = _options.Template ?? await ClusterTemplate.GetAsync(_binaries);
        await ServerProgram.RunAsync("cp", ["-a", template, DataDirectory], RootDirectory, cancellationToken);
    }

    private Task CopyAsync(string source, CancellationToken cancellationToken) =>
        ServerProgram.RunAsync(
            Path.Combine(_binaries, "pg_basebackup"),
            ["-D", DataDirectory, "-d", source, "-X", "stream", "-c", "fast", "--no-sync", "-R"],
            RootDirectory,
            cancellationToken
        );

    private async Task StartOnFreePortAsync(CancellationToken cancellationToken)
    {
        for (var attempt = 0; ; attempt++)
        {
            Port = FreePort();
            await File.WriteAllTextAsync(
                Path.Combine(DataDirectory, "postgresql.auto.conf"),
                Settings(),
                cancellationToken
            );
            try
            {
                await StartAgainAsync(cancellationToken);
                return;
            }
            catch (InvalidOperationException) when (attempt < 3 && LogSaysPortTaken())
            {
                // Another program was given the port in between.
            }
        }
    }

    private bool LogSaysPortTaken() =>
        File.Exists(LogFile) && File.ReadAllText(LogFile).Contains("could not bind", StringComparison.Ordinal);

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private string Settings()
    {
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["listen_addresses"] = "127.0.0.1",
            ["port"] = Port.ToString(CultureInfo.InvariantCulture),
            ["unix_socket_directories"] = SocketDirectory,
            ["fsync"] = "off",
            ["synchronous_commit"] = "off",
            ["full_page_writes"] = "off",
            ["track_activity_query_size"] = "16384",
            ["shared_preload_libraries"] = string.Join(',', _options.PreloadLibraries),
            ["log_min_messages"] = "warning",
        };
        foreach (var (name, value) in _options.Settings)
            settings[name] = value;
        var text = new StringBuilder();
        foreach (var (name, value) in settings)
            text.Append(name).Append(" = '").Append(value.Replace("'", "''", StringComparison.Ordinal)).Append("'\n");
        return text.ToString();
    }

    private Task ControlAsync(IReadOnlyList<string> arguments, CancellationToken cancellationToken) =>
        ServerProgram.RunAsync(Path.Combine(_binaries, "pg_ctl"), arguments, RootDirectory, cancellationToken);

    private void StopNow()
    {
        // The process is ending without having disposed the cluster: leave no server behind.
        if (_running)
            ControlAsync(["stop", "-W", "-m", "immediate", "-D", DataDirectory], CancellationToken.None).Wait(3000);
        _running = false;
    }
}
