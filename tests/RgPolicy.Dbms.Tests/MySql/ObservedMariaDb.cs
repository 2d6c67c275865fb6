using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Doctor;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Dbms.Tests.MySql;

/// <summary>One server for all tests that need a real MariaDB.</summary>
public sealed class ObservedMariaDb : IAsyncLifetime
{
    public const string Collection = "MariaDB server";
    public const string Shop = "shop";
    public const string Application = "app";

    private const string Password = "observer-secret";

    private MariaDbServer? _server;

    internal MariaDbServer Server => _server ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        if (MariaDbPrograms.ReasonToSkip is null)
            _server = await StartAsync(ImmutableDictionary<string, string>.Empty);
    }

    public async Task DisposeAsync()
    {
        if (_server is not null)
            await _server.DisposeAsync();
    }

    /// <summary>Starts a server with the observer's account, an application's, and a shop.</summary>
    internal static async Task<MariaDbServer> StartAsync(ImmutableDictionary<string, string> settings)
    {
        var server = await MariaDbServer.StartAsync(new MariaDbServerOptions { Settings = settings });
        var setup = MySqlSetup.Sql(isMariaDb: true).Replace("'...'", $"'{Password}'", StringComparison.Ordinal);
        await server.ExecuteAsync(setup);
        await server.ExecuteAsync(
            """
            CREATE USER app@localhost; CREATE USER boss@localhost; GRANT SUPER ON *.* TO boss@localhost;
            CREATE ROLE chief; GRANT SUPER ON *.* TO chief; CREATE USER deputy@localhost; GRANT chief TO deputy@localhost;
            CREATE ROLE readers; CREATE ROLE analysts; GRANT readers TO analysts; CREATE USER member@localhost; GRANT analysts TO member@localhost;
            CREATE DATABASE shop; GRANT ALL ON shop.* TO app@localhost, boss@localhost, deputy@localhost, member@localhost;
            CREATE TABLE shop.orders (id INT PRIMARY KEY, customer INT, note VARCHAR(60)) ENGINE = InnoDB;
            INSERT INTO shop.orders SELECT seq, seq % 100, REPEAT('x', 50) FROM seq_1_to_20000;
            CREATE TABLE shop.archive LIKE shop.orders;
            """,
            "mysql"
        );
        return server;
    }

    internal static MySqlConnectionOptions Connection(MariaDbServer server, bool overTcp = false) =>
        MySqlServerConnection.Parse(server.Url(overTcp: overTcp), _ => null).Options!.WithPassword(Password);

    internal Task<MySqlObserver> ConnectAsync() => ConnectAsync(Server);

    internal static Task<MySqlObserver> ConnectAsync(MariaDbServer server) =>
        MySqlObserver.ConnectAsync(
            Connection(server),
            TimeProvider.System,
            new MySqlObserverOptions(),
            CancellationToken.None
        );

    /// <summary>Runs a statement in a session of its own until the result is disposed, when it is killed.</summary>
    public Task<RunningMariaDbStatement> RunAsync(string sql, string user = Application, string? before = null) =>
        RunningMariaDbStatement.StartAsync(Server, sql, user, before);

    /// <summary>Polls until something is as wanted, for at most thirty seconds.</summary>
    internal static async Task<T> UntilAsync<T>(MySqlObserver observer, Func<Observation, T?> wanted)
        where T : class
    {
        object? last = null;
        for (var i = 0; i < 600; i++)
        {
            try
            {
                var observation = await observer.PollAsync(findBlocking: false, CancellationToken.None);
                if (wanted(observation) is { } found)
                    return found;
                last = string.Join("; ", observation.Queries.Select(each => each.ToString()));
            }
            catch (ObserveException e)
            {
                last = e.Message;
            }

            await Task.Delay(50);
        }

        throw new TimeoutException($"it never was as wanted, at last: {last}");
    }

    /// <summary>Polls until a statement with this in its text is as wanted.</summary>
    internal static Task<ObservedQuery> UntilAsync(
        MySqlObserver observer,
        string text,
        Predicate<ObservedQuery>? wanted = null
    ) =>
        UntilAsync(
            observer,
            observation =>
                observation.Queries.FirstOrDefault(each =>
                    each.Statement?.Text?.Contains(text, StringComparison.Ordinal) == true
                    && (wanted is null || wanted(each))
                )
        );
}
