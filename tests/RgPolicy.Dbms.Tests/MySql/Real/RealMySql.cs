using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using MySqlConnector;
using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Doctor;

namespace RgPolicy.Dbms.Tests.MySql.Real;

[CollectionDefinition(RealMySql.Collection)]
public sealed class RealMySqlCollection : ICollectionFixture<RealMySql>;

/// <summary>One MySQL for all tests that need a real one, with the account that the set-up makes, an application's, and
/// a shop.</summary>
public sealed class RealMySql : IAsyncLifetime
{
    public const string Collection = "MySQL server";
    public const string Shop = "shop";
    public const string Application = "app";

    private const string Password = "observer-secret";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    // A socket's path may not exceed 107 bytes.
    private readonly string _directory = Path.Combine("/tmp", "rgms-" + Path.GetRandomFileName()[..8]);
    private Process? _process;
    private int _port;

    public int ProcessId => _process?.Id ?? throw new InvalidOperationException("not running");

    public string PidFile => Path.Combine(_directory, "pid");

    public async Task InitializeAsync()
    {
        if (MySqlPrograms.ReasonToSkip is not null)
            return;
        _port = FreePort();
        Start();
        await UntilItAnswersAsync();
        await ExecuteAsync(
            MySqlSetup.Sql(isMariaDb: false).Replace("'...'", $"'{Password}'", StringComparison.Ordinal)
        );
        await ExecuteAsync(
            """
            CREATE USER app@localhost; CREATE DATABASE shop; GRANT ALL ON shop.* TO app@localhost; USE shop;
            SET cte_max_recursion_depth = 1000000, innodb_stats_on_metadata = DEFAULT;
            CREATE TABLE sales (id INT PRIMARY KEY, customer INT, item INT, amount DECIMAL(10, 2), note VARCHAR(40), day DATE,
                KEY (customer), KEY item (item));
            INSERT INTO sales WITH RECURSIVE s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 200000)
                SELECT n, n % 20000, n % 50, n % 1000, CONCAT('note ', n % 5000), DATE '2026-01-01' + INTERVAL n % 300 DAY FROM s;
            CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(40), region INT);
            INSERT INTO customers SELECT id, CONCAT('c', id), id % 10 FROM sales WHERE id <= 20000;
            CREATE TABLE regions (id INT PRIMARY KEY, name VARCHAR(20));
            INSERT INTO regions SELECT id, CONCAT('r', id) FROM sales WHERE id <= 10;
            CREATE TABLE notes (id INT PRIMARY KEY AUTO_INCREMENT, body VARCHAR(200)); INSERT INTO notes VALUES (1, 'one');
            CREATE TABLE archive LIKE sales; INSERT INTO archive SELECT * FROM sales WHERE id <= 50000;
            CREATE TABLE events (id INT, day DATE, payload INT, PRIMARY KEY (id, day)) PARTITION BY RANGE (YEAR(day) * 12 + MONTH(day))
                (PARTITION p1 VALUES LESS THAN (24316), PARTITION p2 VALUES LESS THAN MAXVALUE);
            INSERT INTO events SELECT id, day, 0 FROM sales WHERE id <= 50000;
            CREATE VIEW dear_sales AS SELECT * FROM sales WHERE amount > 10;
            ANALYZE TABLE sales, customers, regions, notes, archive, events;
            """.Replace(", innodb_stats_on_metadata = DEFAULT", "", StringComparison.Ordinal)
        );
    }

    public async Task DisposeAsync()
    {
        if (_process is { } process)
        {
            process.Kill();
            await process.WaitForExitAsync();
            process.Dispose();
        }

        if (Directory.Exists(_directory))
            Directory.Delete(_directory, recursive: true);
    }

    internal MySqlConnectionOptions Connection(string parameters = "") =>
        MySqlServerConnection
            .Parse($"mysql://rgpolicy@/?socket={_directory}/s{parameters}", _ => null)
            .Options!.WithPassword(Password);

    internal Task<MySqlObserver> ConnectAsync() =>
        MySqlObserver.ConnectAsync(
            Connection(),
            TimeProvider.System,
            new MySqlObserverOptions(),
            CancellationToken.None
        );

    public async Task<MySqlConnection> OpenAsync(string user = "root", string database = "")
    {
        var connection = new MySqlConnection(
            new MySqlConnectionStringBuilder
            {
                Server = Path.Combine(_directory, "s"),
                ConnectionProtocol = MySqlConnectionProtocol.UnixSocket,
                UserID = user,
                Database = database,
                Pooling = false,
                ConnectionTimeout = 60,
                DefaultCommandTimeout = 0,
                AllowUserVariables = true,
            }.ConnectionString
        );
        await connection.OpenAsync();
        return connection;
    }

    public async Task ExecuteAsync(string sql, string database = "")
    {
        await using var connection = await OpenAsync(database: database);
        await using var command = new MySqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Runs a statement in a session of its own until the result is disposed, when it is killed.</summary>
    public async Task<RealStatement> RunAsync(string sql, string? before = null, bool isPrepared = false)
    {
        var connection = await OpenAsync(Application, Shop);
        if (before is not null)
        {
            await using var command = new MySqlCommand(before, connection);
            await command.ExecuteNonQueryAsync();
        }

        return await RealStatement.StartAsync(this, connection, sql, isPrepared);
    }

    private void Start() =>
        _process = Process.Start(
            new ProcessStartInfo(
                MySqlPrograms.Starter,
                [MySqlPrograms.Root, _directory, FormattableString.Invariant($"--port={_port}")]
            )
            {
                UseShellExecute = false,
                RedirectStandardInput = true,
            }
        );

    private async Task UntilItAnswersAsync()
    {
        var since = Stopwatch.StartNew();
        while (true)
        {
            try
            {
                await ExecuteAsync("SELECT 1");
                return;
            }
            catch (MySqlException) when (since.Elapsed < Patience && _process is { HasExited: false })
            {
                await Task.Delay(100);
            }
        }
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
