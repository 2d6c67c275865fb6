using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using MySqlConnector;

namespace RgPolicy.Testing.MariaDb;

/// <summary>
/// A private MariaDB in a temporary directory, with its own port on 127.0.0.1 and its own Unix socket; the user
/// <c>root</c> has no password. Killed and deleted when it is disposed.
/// </summary>
internal sealed class MariaDbServer : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);
    private static readonly SemaphoreSlim OneInstallation = new(1);

    private readonly MariaDbServerOptions _options;
    private readonly EventHandler _atExit;
    private Process? _process;

    private MariaDbServer(MariaDbServerOptions options)
    {
        _options = options;

        // A socket's path may not exceed 107 bytes, so the directory's name is short.
        RootDirectory = Path.Combine(Path.GetTempPath(), "rgmy-" + Path.GetRandomFileName()[..8]);
        _atExit = (_, _) => KillNow();
    }

    /// <summary>The server's own directory.</summary>
    public string RootDirectory { get; }

    /// <summary>The data directory.</summary>
    public string DataDirectory => Path.Combine(RootDirectory, "data");

    /// <summary>The Unix socket.</summary>
    public string SocketPath => Path.Combine(RootDirectory, "s");

    /// <summary>The file that names the server's process.</summary>
    public string PidFile => Path.Combine(RootDirectory, "pid");

    /// <summary>The port on 127.0.0.1.</summary>
    public int Port { get; private set; }

    /// <summary>The server's process.</summary>
    public int ProcessId => _process?.Id ?? throw new InvalidOperationException("not running");

    /// <summary>Makes and starts one.</summary>
    /// <exception cref="InvalidOperationException">MariaDB is not installed or did not start; the message says
    /// why.</exception>
    public static async Task<MariaDbServer> StartAsync(MariaDbServerOptions? options = null)
    {
        var server = new MariaDbServer(options ?? new MariaDbServerOptions());
        try
        {
            Directory.CreateDirectory(server.RootDirectory);
            server.Port = FreePort();
            await File.WriteAllTextAsync(server.ConfigurationFile, server.Configuration());
            if (server._options.Template is { } template)
                await server.RunAsync("cp", "-r", template, server.DataDirectory);
            await server.RunAsync("chown", "-R", "mysql:mysql", server.RootDirectory);
            if (server._options.Template is null)
                await server.InstallAsync();
            await server.StartAgainAsync();
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }

        AppDomain.CurrentDomain.ProcessExit += server._atExit;
        return server;
    }

    /// <summary>Starts it again on the same port.</summary>
    public async Task StartAgainAsync()
    {
        var program = MariaDbPrograms.Server ?? throw new InvalidOperationException(MariaDbPrograms.ReasonToSkip);
        _process =
            Process.Start(
                new ProcessStartInfo(program, ["--defaults-file=" + ConfigurationFile])
                {
                    RedirectStandardError = true,
                    RedirectStandardInput = true,
                    UseShellExecute = false,
                }
            ) ?? throw new InvalidOperationException("mariadbd did not start");
        _ = _process.StandardError.ReadToEndAsync();
        var since = Stopwatch.StartNew();
        while (!await AnswersAsync())
        {
            if (_process.HasExited || since.Elapsed > Patience)
                throw new InvalidOperationException("mariadbd did not start: " + await LogAsync());

            await Task.Delay(50);
        }
    }

    /// <summary>Kills it, as a host does that has no memory left.</summary>
    public async Task KillAsync()
    {
        if (_process is { } process)
        {
            process.Kill();
            await process.WaitForExitAsync();
            process.Dispose();
            _process = null;
        }
    }

    /// <summary>A connection string without pooling, over the socket.</summary>
    public string ConnectionString(string database = "", string user = "root", string password = "") =>
        new MySqlConnectionStringBuilder
        {
            Server = SocketPath,
            ConnectionProtocol = MySqlConnectionProtocol.UnixSocket,
            UserID = user,
            Password = password,
            Database = database,
            Pooling = false,
            ConnectionTimeout = 60,
            DefaultCommandTimeout = 0,
            SslMode = MySqlSslMode.None,
            AllowUserVariables = true,
        }.ConnectionString;

    /// <summary>The same as a URL as RgPolicy takes it.</summary>
    public string Url(string user = "rgpolicy", bool overTcp = false) =>
        overTcp
            ? string.Create(CultureInfo.InvariantCulture, $"mysql://{user}@127.0.0.1:{Port}")
            : $"mysql://{user}@/?socket={SocketPath}";

    /// <summary>Opens a connection.</summary>
    public async Task<MySqlConnection> OpenAsync(string database = "", string user = "root")
    {
        var connection = new MySqlConnection(ConnectionString(database, user));
        await connection.OpenAsync();
        return connection;
    }

    /// <summary>Opens a connection whose calls block: a socket that was once awaited never does again, and each call
    /// goes through another thread.</summary>
    public MySqlConnection OpenBlocking(string database = "", string user = "root")
    {
        var connection = new MySqlConnection(ConnectionString(database, user));
        connection.Open();
        return connection;
    }

    /// <summary>Runs statements as root.</summary>
    public async Task ExecuteAsync(string sql, string database = "")
    {
        await using var connection = await OpenAsync(database);
        await using var command = new MySqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Runs a statement as root and returns its first value.</summary>
    public async Task<object?> ScalarAsync(string sql, string database = "")
    {
        await using var connection = await OpenAsync(database);
        await using var command = new MySqlCommand(sql, connection);
        return await command.ExecuteScalarAsync();
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        AppDomain.CurrentDomain.ProcessExit -= _atExit;
        await KillAsync();
        if (Directory.Exists(RootDirectory))
            Directory.Delete(RootDirectory, recursive: true);
    }

    private string ConfigurationFile => Path.Combine(RootDirectory, "my.cnf");

    private string LogFile => Path.Combine(RootDirectory, "log.err");

    private async Task InstallAsync()
    {
        // Two at once take longer than one after the other, and time out where the machine is full.
        await OneInstallation.WaitAsync();
        try
        {
            await RunAsync(
                MariaDbPrograms.Installer ?? throw new InvalidOperationException(MariaDbPrograms.ReasonToSkip),
                "--defaults-file=" + ConfigurationFile,
                "--auth-root-authentication-method=normal",
                "--skip-test-db"
            );
        }
        finally
        {
            OneInstallation.Release();
        }
    }

    private async Task RunAsync(string program, params string[] arguments)
    {
        if (program == "chown" && Environment.UserName != "root")
            return;

        using var process =
            Process.Start(
                new ProcessStartInfo(program, arguments)
                {
                    RedirectStandardOutput = true,
                    RedirectStandardError = true,
                    UseShellExecute = false,
                }
            ) ?? throw new InvalidOperationException($"{program} did not start");
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{program}: {await errors}{await output}{await LogAsync()}");
    }

    private async Task<string> LogAsync() => File.Exists(LogFile) ? await File.ReadAllTextAsync(LogFile) : "";

    private async Task<bool> AnswersAsync()
    {
        try
        {
            await using var connection = new MySqlConnection(ConnectionString());
            await connection.OpenAsync();
            return true;
        }
        catch (MySqlException)
        {
            return false;
        }
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private string Configuration()
    {
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["datadir"] = DataDirectory,
            ["socket"] = SocketPath,
            ["port"] = Port.ToString(CultureInfo.InvariantCulture),
            ["bind-address"] = "127.0.0.1",
            ["pid-file"] = PidFile,
            ["log-error"] = LogFile,
            ["innodb_buffer_pool_size"] = "64M",
            ["innodb_log_file_size"] = "8M",
            ["innodb_flush_log_at_trx_commit"] = "0",
            ["aria_log_file_size"] = "8M",
            ["skip-name-resolve"] = "1",
        };
        if (Environment.UserName == "root")
            settings["user"] = "mysql";

        foreach (var (name, value) in _options.Settings)
            settings[name] = value;

        var text = new StringBuilder("[mysqld]\n");
        foreach (var (name, value) in settings)
            text.Append(CultureInfo.InvariantCulture, $"{name} = {value}\n");

        return text.ToString();
    }

    private void KillNow()
    {
        // The process is ending without having disposed of the server: leave none behind.
        _process?.Kill();
        _process = null;
    }
}
