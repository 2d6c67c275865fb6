using System.Security.Cryptography;
using MySqlConnector;
using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Doctor;
using RgPolicy.Engine.Observe;

namespace RgPolicy.MySqlConformance;

/// <summary>A server with a database and two accounts for the time of a run: an application's and RgPolicy's.</summary>
internal sealed class TriedServer : IAsyncDisposable
{
    public const string Database = "rgp_conformance";
    public const string Application = "rgp_conformance_app";
    private const string Watcher = "rgp_conformance_rgp";

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly string _password = Convert.ToHexString(RandomNumberGenerator.GetBytes(12)) + "-aA1";
    private readonly string _host;
    private MySqlObserver? _observer;
    private TriedSession? _started;

    private TriedServer(MySqlConnectionOptions admin, string version, string host) =>
        (Admin, Version, _host) = (admin, version, host);

    /// <summary>The administrator's connection.</summary>
    public MySqlConnectionOptions Admin { get; }

    public string Version { get; }

    public bool HasPerformanceSchema { get; private init; }

    public bool IsMariaDb => MySqlVersion.IsMariaDb(Version);

    /// <summary>What a poll saw last, for whoever looks why something was not seen.</summary>
    public string LastSeen { get; private set; } = "nothing was seen";

    /// <summary>RgPolicy's own connection.</summary>
    public MySqlConnectionOptions Own => (Admin with { User = Watcher }).WithPassword(_password);

    /// <summary>Connects, and makes what the checks need.</summary>
    public static async Task<TriedServer> OpenAsync(MySqlConnectionOptions admin, CancellationToken cancellationToken)
    {
        await using var connection = admin.NewConnection();
        await connection.OpenAsync(cancellationToken);
        await using var command = new MySqlCommand(
            "SELECT CONCAT_WS(' ', @@version, @@performance_schema + 0, USER())",
            connection
        );
        var answer = Convert.ToString(
            await command.ExecuteScalarAsync(cancellationToken),
            CultureInfo.InvariantCulture
        );
        var parts = (answer ?? "").Split(' ', 3);
        var server = new TriedServer(admin, parts[0], parts[^1][(parts[^1].LastIndexOf('@') + 1)..])
        {
            HasPerformanceSchema = parts is [_, "1", ..],
        };
        try
        {
            await server.DropAsync();
            await server.MakeAsync();
            return server;
        }
        catch
        {
            await server.DropAsync();
            throw;
        }
    }

    /// <summary>Watches, with the account that the set-up makes.</summary>
    public async Task<MySqlObserver> WatchAsync(CancellationToken cancellationToken) =>
        _observer ??= await MySqlObserver.ConnectAsync(
            Own,
            TimeProvider.System,
            new MySqlObserverOptions(),
            cancellationToken
        );

    /// <summary>Polls until a statement with this in its text is as wanted.</summary>
    public async Task<ObservedQuery> UntilAsync(
        string mark,
        Predicate<ObservedQuery> wanted,
        CancellationToken cancellationToken
    )
    {
        var observer = await WatchAsync(cancellationToken);
        while (true)
        {
            var seen = await observer.PollAsync(findBlocking: true, cancellationToken);
            var found = seen.Queries.FirstOrDefault(each => IsMarked(each, mark));
            LastSeen = found is null ? $"{seen.Queries.Length} other statements were seen" : $"seen was {found}";
            if (found is not null && wanted(found))
                return found;
            if (_started?.Failure is { } failure)
                throw new InvalidOperationException($"its statement failed: {failure}");
            await Task.Delay(Pause, cancellationToken);
        }
    }

    /// <summary>Starts a statement in a session of its own.</summary>
    public async Task<TriedSession> StartAsync(string sql, CancellationToken cancellationToken, string? before = null)
    {
        var session = await OpenSessionAsync(cancellationToken);
        if (before is not null)
            await session.RunAsync(before, cancellationToken);
        session.Start(sql);
        return _started = session;
    }

    /// <summary>A session of the application's.</summary>
    public async Task<TriedSession> OpenSessionAsync(CancellationToken cancellationToken) =>
        await TriedSession.OpenAsync(
            this,
            (Admin with { User = Application }).WithPassword(_password),
            Database,
            cancellationToken
        );

    /// <summary>Runs statements as the administrator.</summary>
    public async Task AdministerAsync(string sql)
    {
        await using var connection = Admin.NewConnection();
        await connection.OpenAsync();
        foreach (
            var statement in sql.Split(";\n", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
        )
        {
            await using var command = new MySqlCommand(statement.TrimEnd(';'), connection);
            await command.ExecuteNonQueryAsync();
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_observer is not null)
            await _observer.DisposeAsync();
        await DropAsync();
    }

    private static bool IsMarked(ObservedQuery query, string mark) =>
        query.Statement?.Text?.Contains(mark, StringComparison.Ordinal) == true;

    private Task MakeAsync()
    {
        var (app, own) = (MySqlAccount.Of((Application, _host)), MySqlAccount.Of((Watcher, _host)));
        var right = IsMariaDb ? "CONNECTION ADMIN" : "CONNECTION_ADMIN";
        var setup = MySqlSetup
            .Sql(IsMariaDb, Watcher, _host)
            .ReplaceLineEndings("\n")
            .Replace("'...'", $"'{_password}'", StringComparison.Ordinal);
        return AdministerAsync(
            $"""
            CREATE DATABASE {Database};
            CREATE TABLE {Database}.digits (n INT PRIMARY KEY);
            INSERT INTO {Database}.digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
            CREATE TABLE {Database}.numbers (id INT PRIMARY KEY, note VARCHAR(60)) ENGINE = InnoDB;
            INSERT INTO {Database}.numbers SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n, REPEAT('x', 50) FROM {Database}.digits a, {Database}.digits b, {Database}.digits c, {Database}.digits d;
            CREATE TABLE {Database}.copies (id INT, note VARCHAR(60)) ENGINE = InnoDB;
            CREATE USER {app} IDENTIFIED BY '{_password}';
            GRANT ALL ON {Database}.* TO {app};
            {setup}
            GRANT {right} ON *.* TO {own};
            """.ReplaceLineEndings("\n")
        );
    }

    private Task DropAsync() =>
        AdministerAsync(
            $"""
            DROP DATABASE IF EXISTS {Database};
            DROP USER IF EXISTS {MySqlAccount.Of((Application, _host))};
            DROP USER IF EXISTS {MySqlAccount.Of((Watcher, _host))};
            """.ReplaceLineEndings("\n")
        );
}
