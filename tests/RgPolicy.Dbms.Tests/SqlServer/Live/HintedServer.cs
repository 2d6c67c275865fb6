using RgPolicy.Dbms.SqlServer;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>A server with a workload, a service that keeps hints, and a look at the hints from outside.</summary>
internal sealed class HintedServer : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly SqlServerObserver _observer;
    private readonly string _journals;
    private readonly List<string> _told = [];

    private HintedServer(TestServer server, SqlServerObserver observer, string journals)
    {
        (Server, _observer, _journals) = (server, observer, journals);
        Keeper = observer.OpenHints(journals)!;
        Link = new OwnLink(server.As("keeper", "Keeper#1"), LinkSettings.Hints, []);
    }

    /// <summary>A connection with the rights that keeping hints needs.</summary>
    public OwnLink Link { get; }

    public TestServer Server { get; }

    public IStatementHints Keeper { get; private set; }

    public static async Task<HintedServer> StartAsync(int version, string edition, string journals)
    {
        var server = await ObservedServer.StartAsync(version, edition);
        try
        {
            var observer = await SqlServerObserver.ConnectAsync(
                server.As("keeper", "Keeper#1"),
                TimeProvider.System,
                new SqlServerObserverOptions(),
                CancellationToken.None
            );
            return new HintedServer(server, observer, journals);
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>The fingerprint of what an application runs.</summary>
    public Task<string> FingerprintAsync(string app, string text) =>
        UntilAsync(async () =>
        {
            try
            {
                var seen = await _observer.PollAsync(false, CancellationToken.None);
                return seen
                    .Queries.FirstOrDefault(each =>
                        each.Session.App == app
                        && (each.Statement?.Text ?? "").StartsWith(text, StringComparison.OrdinalIgnoreCase)
                    )
                    ?.Statement!.Fingerprint;
            }
            catch (ObserveException)
            {
                return null; // a slow machine; asked again
            }
        });

    /// <summary>The fingerprint of what an application runs again and again, once the Query Store knows
    /// of two executions.</summary>
    public async Task<string> RepeatedAsync(string app, string text)
    {
        var fingerprint = await FingerprintAsync(app, text);
        await using var link = await OpenAsync();
        await UntilAsync(async () =>
            (await link.QueryAsync(Executions(fingerprint), row => row.GetInt32(0), CancellationToken.None))[0] > 0
                ? "so"
                : null
        );
        return fingerprint;
    }

    /// <summary>Waits for news.</summary>
    public Task NewsAsync(string part) =>
        UntilAsync(() =>
        {
            _told.AddRange(Keeper.TakeNews());
            var at = _told.FindIndex(each => each.Contains(part, StringComparison.Ordinal));
            if (at < 0)
                return Task.FromResult<string?>(null);
            _told.RemoveRange(0, at + 1);
            return Task.FromResult<string?>(part);
        });

    /// <summary>Ends without clearing anything, and begins anew.</summary>
    /// <param name="meanwhile">What happens while no service keeps the hints.</param>
    public async Task RestartKeeperAsync(Action? meanwhile = null)
    {
        await Keeper.DisposeAsync();
        meanwhile?.Invoke();
        Keeper = _observer.OpenHints(_journals)!;
    }

    /// <summary>The hints that are there.</summary>
    public async Task<List<string>> HintsAsync()
    {
        await using var link = await OpenAsync();
        return await link.QueryAsync(
            "SELECT query_hint_text FROM sys.query_store_query_hints",
            row => row.GetString(0),
            CancellationToken.None
        );
    }

    /// <summary>Waits until the hints are as they should be.</summary>
    public Task UntilHintsAsync(Func<List<string>, bool> isSo) =>
        UntilAsync(async () => isSo(await HintsAsync()) ? "so" : null);

    /// <summary>Another administrator sets a hint.</summary>
    public async Task SetTheirsAsync(string fingerprint, string hint)
    {
        await using var link = await OpenAsync();
        var id = await UntilAsync(async () =>
        {
            var ids = await link.QueryAsync(
                $"SELECT query_id FROM sys.query_store_query WHERE query_hash = {fingerprint}",
                row => row.GetInt64(0),
                CancellationToken.None
            );
            return ids.Count > 0 ? ids[0].ToString(CultureInfo.InvariantCulture) : null;
        });
        await link.ExecuteAsync(
            $"EXEC sys.sp_query_store_set_hints @query_id = {id}, @query_hints = {SqlQuote.Text(hint)}",
            CancellationToken.None
        );
    }

    public async ValueTask DisposeAsync()
    {
        await Link.DisposeAsync();
        await Keeper.DisposeAsync();
        await _observer.DisposeAsync();
        await Server.DisposeAsync();
    }

    private static string Executions(string fingerprint) =>
        "SELECT COUNT(*) FROM sys.query_store_query AS q JOIN sys.query_store_plan AS p ON p.query_id = q.query_id "
        + $"JOIN sys.query_store_runtime_stats AS s ON s.plan_id = p.plan_id WHERE q.query_hash = {fingerprint} AND "
        + "s.count_executions > 1";

    private async Task<SqlServerLink> OpenAsync()
    {
        var link = new SqlServerLink(Server.Administrator, LinkSettings.Configure with { Application = "looks" });
        await link.ReopenAsync(CancellationToken.None);
        await link.ExecuteAsync("USE rgp_test", CancellationToken.None);
        return link;
    }

    private async Task<string> UntilAsync(Func<Task<string?>> look)
    {
        using var patience = new CancellationTokenSource(Patience);
        while (!patience.IsCancellationRequested)
        {
            if (await look() is { } found)
                return found;
            await Task.Delay(100);
        }

        throw new TimeoutException(string.Join('\n', _told));
    }
}
