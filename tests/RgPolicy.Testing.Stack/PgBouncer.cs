using System.Net;
using System.Net.Sockets;
using Npgsql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Testing.Stack;

/// <summary>A pgbouncer in front of one cluster, on a port of its own; everybody is let in. Ended when
/// it is disposed.</summary>
internal sealed class PgBouncer : IAsyncDisposable
{
    private const string Program = "/usr/sbin/pgbouncer";

    private readonly ChildProgram _program;
    private readonly string _directory;

    private PgBouncer(ChildProgram program, string directory, int port) =>
        (_program, _directory, Port) = (program, directory, port);

    /// <summary>True where it is installed.</summary>
    public static bool IsHere => File.Exists(Program);

    /// <summary>Its port on 127.0.0.1.</summary>
    public int Port { get; }

    /// <summary>Starts one and waits until it listens.</summary>
    /// <param name="cluster">The server behind it.</param>
    /// <param name="mode">transaction, session or statement.</param>
    /// <param name="poolSize">Backends for each database and role.</param>
    /// <param name="settings">More lines of its section pgbouncer; a role given as forced user is used
    /// for every database.</param>
    /// <param name="forcedUser">The one role that all backends have, or null for the client's own.</param>
    /// <exception cref="InvalidOperationException">It did not come up; the message carries what it said.</exception>
    public static async Task<PgBouncer> StartAsync(
        PostgresCluster cluster,
        string mode,
        int poolSize,
        string settings = "",
        string? forcedUser = null
    )
    {
        var directory = Directory.CreateTempSubdirectory("rgp-bouncer-").FullName;
        var port = FreePort();
        var user = forcedUser is null ? "" : " user=" + forcedUser;
        var text = string.Create(
            CultureInfo.InvariantCulture,
            $"""
            [databases]
            * = host={cluster.SocketDirectory} port={cluster.Port}{user}
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = {port}
            unix_socket_dir =
            auth_type = any
            pool_mode = {mode}
            default_pool_size = {poolSize}
            max_client_conn = 500
            ignore_startup_parameters = extra_float_digits
            server_reset_query_always = 0
            {settings}
            """
        );
        if (forcedUser is null)
        {
            // Whoever comes keeps the name that he gives: without a password, as the server's socket trusts everybody.
            text = text.Replace(
                "auth_type = any",
                $"auth_type = trust\nauth_file = {directory}/users",
                StringComparison.Ordinal
            );
            await File.WriteAllTextAsync(Path.Combine(directory, "users"), "\"app\" \"\"\n\"report\" \"\"\n");
        }

        var file = Path.Combine(directory, "pgbouncer.ini");
        await File.WriteAllTextAsync(file, text + "\n");
        var bouncer = new PgBouncer(await StartProgramAsync(directory, file), directory, port);
        if (await bouncer._program.WaitForOutputAsync("process up", TimeSpan.FromSeconds(20)))
            return bouncer;
        var said = bouncer._program.Output + bouncer._program.Errors;
        await bouncer.DisposeAsync();
        throw new InvalidOperationException("pgbouncer did not start: " + said);
    }

    /// <summary>A connection string of a client.</summary>
    public string ConnectionString(string user, string database, string application, string encoding = "UTF8") =>
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
            NoResetOnClose = true,
            SslMode = SslMode.Disable,
            MaxAutoPrepare = 0,
        }.ConnectionString;

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _program.DisposeAsync();
        Directory.Delete(_directory, recursive: true);
    }

    // It refuses to run as root, as the server does.
    private static async Task<ChildProgram> StartProgramAsync(string directory, string file)
    {
        if (Environment.UserName != "root")
            return ChildProgram.Start(Program, [file]);
        await ChildProgram.RunAsync("chmod", ["-R", "a+rX", directory], TimeSpan.FromSeconds(10));
        return ChildProgram.Start(
            "/usr/bin/setpriv",
            ["--reuid=postgres", "--regid=postgres", "--init-groups", "--", Program, file],
            name: "pgbouncer"
        );
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
