using System.Net;
using System.Net.Sockets;
using Npgsql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Testing.Stack;

/// <summary>
/// A pgpool-II in front of one cluster, on a port of its own, with one process that keeps its backends for later
/// clients. Ended when it is disposed.
/// </summary>
internal sealed class PgPool : IAsyncDisposable
{
    private const string Program = "/usr/sbin/pgpool";

    private readonly ChildProgram _program;
    private readonly string _directory;

    private PgPool(ChildProgram program, string directory, int port) =>
        (_program, _directory, Port) = (program, directory, port);

    /// <summary>True where it is installed.</summary>
    public static bool IsHere => File.Exists(Program);

    /// <summary>Its port on 127.0.0.1.</summary>
    public int Port { get; }

    /// <summary>Starts one and waits until it listens.</summary>
    /// <param name="cluster">The server behind it.</param>
    /// <exception cref="InvalidOperationException">It did not come up; the message carries what it said.</exception>
    public static async Task<PgPool> StartAsync(PostgresCluster cluster)
    {
        var directory = Directory.CreateTempSubdirectory("rgp-pool-").FullName;
        var (port, control) = (FreePort(), FreePort());
        await File.WriteAllTextAsync(
            Path.Combine(directory, "pgpool.conf"),
            Settings(cluster, directory, port, control)
        );
        await File.WriteAllTextAsync(Path.Combine(directory, "pcp.conf"), "");
        await File.WriteAllTextAsync(Path.Combine(directory, "hba.conf"), "");
        var pool = new PgPool(await StartProgramAsync(directory), directory, port);
        if (await pool._program.WaitForOutputAsync("successfully started", TimeSpan.FromSeconds(60)))
            return pool;
        var said = pool._program.Output + pool._program.Errors;
        await pool.DisposeAsync();
        throw new InvalidOperationException("pgpool did not start: " + said);
    }

    /// <summary>A connection string of a client.</summary>
    public string ConnectionString(string user, string database, string application, string encoding) =>
        new NpgsqlConnectionStringBuilder
        {
            Host = "127.0.0.1",
            Port = Port,
            Username = user,
            Database = database,
            ApplicationName = application,
            ClientEncoding = encoding,
            Encoding = encoding,
            Pooling = false,
            SslMode = SslMode.Disable,
            MaxAutoPrepare = 0,
            Timeout = 60,
        }.ConnectionString;

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _program.DisposeAsync();
        Directory.Delete(_directory, recursive: true);
    }

    private static string Settings(PostgresCluster cluster, string directory, int port, int control) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"""
            backend_clustering_mode = 'raw'
            listen_addresses = '127.0.0.1'
            port = {port}
            socket_dir = '{directory}'
            pcp_listen_addresses = ''
            pcp_socket_dir = '{directory}'
            pcp_port = {control}
            wd_ipc_socket_dir = '{directory}'
            backend_hostname0 = '{cluster.SocketDirectory}'
            backend_port0 = {cluster.Port}
            backend_weight0 = 1
            enable_pool_hba = off
            pool_passwd = ''
            num_init_children = 1
            max_pool = 4
            connection_cache = on
            pid_file_name = '{directory}/pid'
            logdir = '{directory}'
            sr_check_period = 0
            health_check_period = 0
            failover_on_backend_error = off

            """
        );

    // As the server: not as root.
    private static async Task<ChildProgram> StartProgramAsync(string directory)
    {
        string[] command =
        [
            Program,
            "-n",
            "-f",
            Path.Combine(directory, "pgpool.conf"),
            "-F",
            Path.Combine(directory, "pcp.conf"),
            "-a",
            Path.Combine(directory, "hba.conf"),
        ];
        if (Environment.UserName != "root")
            return ChildProgram.Start(Program, command[1..]);
        await ChildProgram.RunAsync("chown", ["-R", "postgres", directory], TimeSpan.FromSeconds(10));
        return ChildProgram.Start(
            "/usr/bin/setpriv",
            ["--reuid=postgres", "--regid=postgres", "--init-groups", "--", .. command],
            name: "pgpool"
        );
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
