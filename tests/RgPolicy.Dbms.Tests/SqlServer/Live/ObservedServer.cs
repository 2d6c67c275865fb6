using RgPolicy.Dbms.SqlServer;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>A server with a workload, and an observer of it with the rights that the guide says.</summary>
internal sealed class ObservedServer : IAsyncDisposable
{
    /// <summary>What is read beside the polls is paced by what reading takes, and a slow machine makes
    /// that long.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(180);

    private ObservedServer(TestServer server, SqlServerObserver observer) => (Server, Observer) = (server, observer);

    public TestServer Server { get; }

    public SqlServerObserver Observer { get; }

    public static Task<TestServer> StartAsync(int version, string edition) =>
        TestServer.StartAsync(version, edition, new ServerSetup { Scenario = "observed" });

    public static SqlServerConnectionOptions Watcher(TestServer server) => server.As("watcher", "Watcher#1");

    public static async Task<ObservedServer> ConnectAsync(
        int version,
        string edition,
        SqlServerObserverOptions? options = null
    )
    {
        var server = await StartAsync(version, edition);
        return await ObserveAsync(server, Watcher(server), options);
    }

    /// <summary>Observes a server that is there, and ends with it.</summary>
    public static async Task<ObservedServer> ObserveAsync(
        TestServer server,
        SqlServerConnectionOptions login,
        SqlServerObserverOptions? options = null
    )
    {
        try
        {
            return new ObservedServer(
                server,
                await SqlServerObserver.ConnectAsync(
                    login,
                    TimeProvider.System,
                    options ?? new SqlServerObserverOptions(),
                    CancellationToken.None
                )
            );
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>Polls; a poll that takes too long, which a slow machine can cause, is polled again.</summary>
    public Task<Observation> PollAsync() => UntilAsync(_ => true);

    /// <summary>Polls until it fails in the words that are wanted.</summary>
    public async Task<ObserveException> FailureAsync(string said)
    {
        using var patience = new CancellationTokenSource(Patience);
        while (!patience.IsCancellationRequested)
        {
            try
            {
                await Observer.PollAsync(false, CancellationToken.None);
            }
            catch (ObserveException e) when (e.Message.Contains(said, StringComparison.Ordinal))
            {
                return e;
            }
            catch (ObserveException)
            {
                // Another one may come before it.
            }

            await Task.Delay(50);
        }

        throw new TimeoutException($"no poll failed with '{said}'");
    }

    /// <summary>Polls until what is wanted is seen.</summary>
    public Task<Observation> UntilAsync(Func<Observation, bool> isSeen) => UntilAsync(Observer, isSeen);

    /// <summary>Polls until the server's resources are as wanted.</summary>
    public async Task<ServerResources> UntilResourcesAsync(Func<ServerResources, bool> isSeen)
    {
        await UntilAsync(_ => Observer.Resources is { } resources && isSeen(resources));
        return Observer.Resources!;
    }

    /// <summary>Polls with any observer until what is wanted is seen.</summary>
    public static async Task<Observation> UntilAsync(SqlServerObserver observer, Func<Observation, bool> isSeen)
    {
        using var patience = new CancellationTokenSource(Patience);
        var last = "nothing was seen";
        while (!patience.IsCancellationRequested)
        {
            try
            {
                var seen = await observer.PollAsync(false, CancellationToken.None);
                if (isSeen(seen))
                    return seen;
                last = string.Join(
                    '\n',
                    seen.Queries.Select(each =>
                        $"{each.Session.App} {each.Statement?.Kind}: {each.Plan.State} "
                        + $"{each.Plan.Source} {each.History}"
                    )
                );
            }
            catch (ObserveException e)
            {
                last = e.Message;
            }

            await Task.Delay(50);
        }

        throw new TimeoutException(last);
    }

    /// <summary>Polls until the first query of an application fulfils a condition.</summary>
    public async Task<ObservedQuery> UntilAsync(string app, Func<ObservedQuery, bool> isSeen) =>
        Of(await UntilAsync(seen => seen.Queries.Any(each => each.Session.App == app && isSeen(each))), app, isSeen);

    public async ValueTask DisposeAsync()
    {
        await Observer.DisposeAsync();
        await Server.DisposeAsync();
    }

    private static ObservedQuery Of(Observation seen, string app, Func<ObservedQuery, bool> isSeen) =>
        seen.Queries.First(each => each.Session.App == app && isSeen(each));
}
