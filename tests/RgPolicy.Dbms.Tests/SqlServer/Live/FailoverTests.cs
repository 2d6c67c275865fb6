using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Hints;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Testing.SqlServer;
using RgPolicy.Testing.SqlServer.Servers;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>A connection is lost, and another server answers at the same address: what was begun on one is never ended
/// on the other.</summary>
public sealed class FailoverTests : IAsyncLifetime
{
    private readonly ScriptedServer _first = Start("SQL01");
    private readonly ScriptedServer _second = Start("SQL02");
    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-journal-").FullName;
    private readonly Switchboard _board;

    public FailoverTests() => _board = Switchboard.To(_first.Port);

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        await _board.DisposeAsync();
        await _first.DisposeAsync();
        await _second.DisposeAsync();
        Directory.Delete(_journals, recursive: true);
    }

    [Theory]
    [InlineData(7)]
    [InlineData(9)]
    [InlineData(12)]
    public async Task Apply_OtherServerAnswersHalfWay_ChangesNothingThereAndARollbackPutsTheFirstBack(int batches)
    {
        await using var configurator = await At(_board.Port).ConfiguratorAsync();
        var journal = ChangeJournal.Open(_journals, configurator.Server);
        var before = await configurator.ReadAsync(CancellationToken.None);
        var plan = await configurator.PlanAsync(
            new GovernorPolicies(seed: 7).Next(configurator.Profile),
            takesOver: false,
            CancellationToken.None
        );
        _board.Choose(_second.Port);
        await RunAsync(_first, $"EXEC standin_fault N'drop_after batches={batches} login=sa'");

        var outcome = await new ChangeRunner(configurator, journal, TimeProvider.System).ApplyAsync(
            plan,
            CancellationToken.None
        );

        Assert.Equal(ChangeStatus.Broken, outcome.Status);
        Assert.Contains("SQL02 instead of SQL01", outcome.Problem, StringComparison.Ordinal);
        Assert.Equal(before.Digest, await DigestAsync(_second));
        Assert.NotEqual(before.Digest, await DigestAsync(_first), StringComparer.Ordinal);
        await using var again = await At(_first.Port).ConfiguratorAsync();
        var back = await again.PlanBackAsync(journal.Entries[0].Before, CancellationToken.None);
        Assert.Equal(
            ChangeStatus.Done,
            (
                await new ChangeRunner(again, journal, TimeProvider.System).RollBackAsync(
                    back,
                    0,
                    CancellationToken.None
                )
            ).Status
        );
        Assert.Equal(before.Digest, await DigestAsync(_first));
    }

    [Fact]
    public async Task Poll_OtherServerAnswers_IsObservedAndSaid()
    {
        await using var observer = await SqlServerObserver.ConnectAsync(
            Watcher,
            TimeProvider.System,
            new SqlServerObserverOptions(),
            CancellationToken.None
        );
        await UntilAsync(observer, _ => true);
        _board.Choose(_second.Port);
        await RunAsync(_first, "EXEC standin_fault N'drop_all'");

        await UntilAsync(
            observer,
            seen =>
                seen.Queries.Length > 4
                && observer.Notes.Any(note => note.Contains("SQL02 answers instead of SQL01", StringComparison.Ordinal))
        );
    }

    [Fact]
    public async Task Hints_OtherServerAnswers_AreNeitherSetNorClearedThere()
    {
        await using var link = new OwnLink(At(_board.Port), LinkSettings.Hints, []);
        var store = new HintStore(link);
        await store.FindAsync("rgp_test", "0x00000000000000AA", CancellationToken.None);
        _board.Choose(_second.Port);
        await link.CloseAsync();

        var failure = await Assert.ThrowsAsync<ConfigureException>(() =>
            store.SetAsync("rgp_test", 1, "OPTION (MAXDOP 1)", replicaGroup: null, CancellationToken.None)
        );

        Assert.Contains("SQL02 instead of SQL01", failure.Message, StringComparison.Ordinal);
        Assert.True(failure.IsLost);
    }

    private SqlServerConnectionOptions Watcher => (At(_board.Port) with { User = "watcher" }).WithPassword("Watcher#1");

    private static ScriptedServer Start(string name) =>
        ScriptedServer.Start(
            new ScriptedServerOptions { Name = name, Scenario = new ServerSetup { Scenario = "observed" }.ScenarioFile }
        );

    private static SqlServerConnectionOptions At(int port) =>
        new SqlServerConnectionOptions
        {
            Host = "127.0.0.1",
            Port = port,
            User = "sa",
            Encrypts = false,
        }.WithPassword(ScriptedServer.Password);

    private static async Task<string> DigestAsync(ScriptedServer server)
    {
        await using var configurator = await At(server.Port).ConfiguratorAsync();
        return (await configurator.ReadAsync(CancellationToken.None)).Digest;
    }

    /// <summary>The session may be cut by what it asks for.</summary>
    private static async Task RunAsync(ScriptedServer server, string batch)
    {
        await using var link = new SqlServerLink(At(server.Port), LinkSettings.Look);
        await link.ReopenAsync(CancellationToken.None);
        await Record.ExceptionAsync(() => link.ExecuteAsync(batch, CancellationToken.None));
    }

    private static async Task UntilAsync(SqlServerObserver observer, Func<Observation, bool> isSo)
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        while (true)
        {
            patience.Token.ThrowIfCancellationRequested();
            try
            {
                if (isSo(await observer.PollAsync(false, CancellationToken.None)))
                    return;
            }
            catch (ObserveException)
            {
                // That is how a lost connection looks.
            }

            await Task.Delay(50);
        }
    }
}
