using Npgsql;
using RgPolicy.Cli.HostControl;

namespace RgPolicy.Cli.Demo.Live;

/// <summary>A PostgreSQL that is there for one demo. It listens on a socket in the demo's directory, and on no port.</summary>
internal sealed class DemoServer : IAsyncDisposable
{
    public const string SocketName = ".s.PGSQL.5432";
    public const string Application = "app";
    public const string Analyst = "analyst";
    private const string Observer = "rgpolicy";
    private const string Superuser = "postgres";

    public const int Accounts = 100_000;

    // At once, for its data are thrown away: PostgreSQL's immediate shutdown.
    private const string EndSignal = "QUIT";
    private const int Sales = 1_500_000;

    private static readonly TimeSpan StartPatience = TimeSpan.FromSeconds(30);

    private static readonly string[] Initdb = ["--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"];

    // Nothing outside its directory, not even shared memory; and no waiting for a disk.
    private static readonly string[] Settings = (
        "listen_addresses= max_connections=300 shared_buffers=256MB dynamic_shared_memory_type=mmap autovacuum=off "
        + "track_activity_query_size=16kB compute_query_id=on "
        + "fsync=off full_page_writes=off wal_level=minimal max_wal_senders=0 max_wal_size=256MB"
    ).Split(' ');

    private readonly DemoDirectory _directory;
    private readonly BoundProgram _program;

    private DemoServer(DemoDirectory directory, BoundProgram program) => (_directory, _program) = (directory, program);

    /// <summary>Its address for <c>rgp run</c>.</summary>
    public string Uri => $"postgres://{Observer}@/postgres?host={System.Uri.EscapeDataString(_directory.Server)}";

    public string Version { get; private set; } = "";

    /// <summary>Makes one and fills it.</summary>
    /// <exception cref="CommandException">It cannot be made; the message carries what its programs say.</exception>
    public static async Task<DemoServer> StartAsync(
        CliContext context,
        DemoDirectory directory,
        ServerPrograms programs
    )
    {
        await InitialiseAsync(directory, programs, context.Interrupt);
        var (rights, place) = (directory.Rights, $"unix_socket_directories={directory.Server}");
        string[] words = [programs.Postgres, "-D", directory.Data, .. Settings.Append(place).SelectMany(Setting)];
        var program = BoundProgram.Start(EndSignal, rights.Scope, [.. rights.AsServer, .. words], context.Time);
        var server = new DemoServer(directory, program);
        try
        {
            if (!await program.WaitUntilAsync(server.AnswersAsync, StartPatience, context.Interrupt))
                throw rights.Scope.IsEmpty || context.IsRoot
                    ? Failed("PostgreSQL did not start", program.LastWords)
                    : new CommandException(
                        ExitCode.Unreachable,
                        $"PostgreSQL did not start in a group of its own: {program.LastWords}",
                        GoverningRights.AsRoot(context)
                    );

            GoverningRights.Check(context, ServerFinder.FromDataDirectory(context.HostRoot, directory.Data) ?? 0);
            await server.FillAsync(context.Interrupt);
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    private static string[] Setting(string setting) => ["-c", setting];

    public NpgsqlDataSource Sessions(string login) =>
        new NpgsqlSlimDataSourceBuilder(
            new NpgsqlConnectionStringBuilder
            {
                Host = _directory.Server,
                Username = login,
                Database = "postgres",
                ApplicationName = login,
                Pooling = false,
                Timeout = (int)StartPatience.TotalSeconds,
                CommandTimeout = 0,
                // A session that is no longer wanted is not waited for.
                CancellationTimeout = -1,
            }.ConnectionString
        ).Build();

    public ValueTask DisposeAsync() => _program.DisposeAsync();

    /// <summary>The end of a demo because of its server.</summary>
    public static CommandException Failed(string what, string why) =>
        new(
            ExitCode.Unreachable,
            $"{what}: {why}",
            "If its place is full, or closed to the server's user, name another: TMPDIR=DIRECTORY"
        );

    private static async Task InitialiseAsync(
        DemoDirectory directory,
        ServerPrograms programs,
        CancellationToken cancellationToken
    )
    {
        string[] words = [programs.Initdb, "-D", directory.Data, "-U", Superuser, .. Initdb];
        var made = await directory.RunAsync([.. directory.Rights.AsServer, .. words], cancellationToken);
        if (made is { ExitCode: 0 })
            return;

        var lines = made?.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries) ?? [];
        var error = lines.FirstOrDefault(line => line.Contains("error", StringComparison.OrdinalIgnoreCase));
        throw Failed($"{programs.Initdb} failed", error ?? "it said nothing");
    }

    private async Task<bool> AnswersAsync(CancellationToken cancellationToken)
    {
        try
        {
            await using var sessions = Sessions(Superuser);
            await using var connection = await sessions.OpenConnectionAsync(cancellationToken);
            Version = connection.ServerVersion;
            return true;
        }
        catch (NpgsqlException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return false;
        }
    }

    private async Task FillAsync(CancellationToken cancellationToken)
    {
        await using var sessions = Sessions(Superuser);
        foreach (var sql in (string[])[Tables, "vacuum (freeze, analyze)", "checkpoint"])
        {
            await using var command = sessions.CreateCommand(sql);
            await command.ExecuteNonQueryAsync(cancellationToken);
        }
    }

    // hashint4 spreads what belongs together like a random choice, and is the same each time.
    private static string Tables { get; } =
        string.Create(
            CultureInfo.InvariantCulture,
            $"""
            create role {Application} login;
            create role {Analyst} login;
            create role {Observer} login;
            grant pg_read_all_stats, pg_read_all_settings, pg_read_all_data to {Observer};
            create table account as
              select g as id, 0::bigint as balance, repeat('x', 80) as note from generate_series(1, {Accounts}) g;
            alter table account add primary key (id);
            create table customer as select g as id, 'segment ' || g % 12 as segment from generate_series(0, 49999) g;
            create table sale as
              select abs(hashint4(g)) % 50000 as customer, abs(hashint4(g + 7)) % 20000 as product,
                     1 + abs(hashint4(g + 13)) % 9 as quantity, abs(hashint4(g + 29)) % 100000 / 100.0::float as price
              from generate_series(1, {Sales}) g;
            grant select, update on account to {Application};
            grant select on sale, customer to {Analyst};
            """
        );
}
