using Microsoft.Data.SqlClient;
using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.Workload;

namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>
/// What the scenario <c>observed</c> plays, on a server that is given: a database of its own with a Query Store,
/// logins, and clients that execute statements. Where another program plays that scenario there already it is used
/// as it is.
/// </summary>
internal sealed class GivenWorkload : IAsyncDisposable
{
    private const string Database = "rgp_test";
    private static readonly TimeSpan BeforeAnotherAttempt = TimeSpan.FromMilliseconds(500);

    private readonly CancellationTokenSource _stop = new();
    private readonly TestServer _server;
    private readonly bool _isFound;
    private Task _clients = Task.CompletedTask;

    private GivenWorkload(TestServer server, bool isFound) => (_server, _isFound) = (server, isFound);

    /// <summary>Makes it.</summary>
    public static async Task<GivenWorkload> BeginAsync(TestServer server, GivenLogins logins, string scenarioFile)
    {
        var workload = new GivenWorkload(server, await IsPlayedThereAsync(server));
        if (workload._isFound)
            return workload;
        await workload.DropAsync();
        foreach (var batch in Tables(hasStore: ServerChoice.Missing(ServerNeeds.Hints) is null))
            await server.RunAsync(batch);
        var known = Scenario.Read(scenarioFile).Logins;
        foreach (var login in known)
        {
            await logins.MakeAsync(login);
            await logins.EnterAsync(login, Database);
        }

        await server.RunAsync($"USE {Database}; GRANT SELECT TO shop; GRANT UPDATE TO shop;");
        var sessions = GivenSession.Observed(ServerChoice.Missing(ServerNeeds.Plans) is null);
        workload._clients = Task.WhenAll(
            sessions.Select(each => workload.PlayAsync(each, known.First(login => login.Name == each.Login)))
        );
        return workload;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _clients;
        _stop.Dispose();
        if (_isFound)
            await ClearHintsAsync();
        else
            await DropAsync();
    }

    private static async Task<bool> IsPlayedThereAsync(TestServer server) =>
        (
            await server.TextsAsync(
                "master",
                "SELECT s.program_name FROM sys.dm_exec_sessions AS s WHERE s.program_name IN (N'Reports', N'Studio', "
                    + "N'Tool') AND DB_ID(N'rgp_test') IS NOT NULL"
            )
        ).Count > 0;

    private static IEnumerable<string> Tables(bool hasStore)
    {
        yield return $"CREATE DATABASE {Database}";
        if (hasStore)
            yield return $"ALTER DATABASE {Database} SET QUERY_STORE = ON (OPERATION_MODE = READ_WRITE, "
                + "INTERVAL_LENGTH_MINUTES = 1, QUERY_CAPTURE_MODE = ALL)";
        yield return $"USE {Database}; CREATE TABLE dbo.Orders (OrderId int NOT NULL PRIMARY KEY, Total int NOT "
            + "NULL); INSERT INTO dbo.Orders VALUES (1, 10), (2, 20), (3, 30);";
        yield return $"USE {Database}; CREATE TABLE dbo.Big (K int NOT NULL, Filler nvarchar(100) NOT NULL); INSERT "
            + "INTO dbo.Big VALUES (1, N'first');";
        for (var rows = 1; rows < 2048; rows *= 2)
            yield return $"USE {Database}; INSERT INTO dbo.Big SELECT b.K + {rows}, N'row' FROM dbo.Big AS b;";
    }

    /// <summary>Executes a batch again and again; a session that is ended is made anew.</summary>
    private async Task PlayAsync(GivenSession session, LoginRow login)
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await using var connection = await OpenAsync(session, login);
                while (true)
                {
                    await using var command = connection.CreateCommand();
                    (command.CommandText, command.CommandTimeout) = (session.Batch, 0);
                    await command.ExecuteNonQueryAsync(_stop.Token);
                    await Task.Delay(session.Pause, _stop.Token);
                }
            }
            catch (Exception e)
                when (e is SqlException or InvalidOperationException or OperationCanceledException or TimeoutException)
            {
                if (!_stop.IsCancellationRequested)
                    await Task.Delay(BeforeAnotherAttempt);
            }
        }
    }

    private async Task<SqlConnection> OpenAsync(GivenSession session, LoginRow login)
    {
        using var plain = _server.As(login.Name, login.Password).NewConnection(session.App);
        var text = new SqlConnectionStringBuilder(plain.ConnectionString)
        {
            WorkstationID = session.Host,
            InitialCatalog = Database,
        };
        var connection = new SqlConnection(text.ConnectionString);
        await connection.OpenAsync(_stop.Token);
        return connection;
    }

    private Task DropAsync() =>
        GivenCleaning.RunAsync(
            _server,
            $"s.database_id = DB_ID(N'{Database}')",
            $"IF DB_ID(N'{Database}') IS NOT NULL DROP DATABASE {Database}"
        );

    /// <summary>What a test has left in a Query Store that stays.</summary>
    private async Task ClearHintsAsync()
    {
        if (ServerChoice.Missing(ServerNeeds.Hints) is not null)
            return;
        foreach (
            var query in await _server.TextsAsync(
                Database,
                "SELECT CONVERT(nvarchar(20), query_id) FROM sys.query_store_query_hints"
            )
        )
            await _server.RunAsync($"USE {Database}; EXEC sys.sp_query_store_clear_hints @query_id = {query}");
    }
}
