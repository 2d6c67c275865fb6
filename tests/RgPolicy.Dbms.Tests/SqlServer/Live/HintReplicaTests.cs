using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Hints;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Testing.SqlServer;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Hints for what runs on a secondary replica, set at the primary; on servers of the tests.</summary>
public sealed class HintReplicaTests : IAsyncLifetime
{
    private const string Database = "rgp_test";
    private const string Point = "0x51A0000000000021";
    private const string Wanted = "OPTION (MAXDOP 1)";

    private readonly ScriptedServer _primary = Start("SQL01");
    private readonly ScriptedServer _secondary = Start("SQL02");
    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-hints-").FullName;
    private readonly MovedClock _clock = new();
    private readonly List<string> _told = [];
    private readonly HintStore _store;
    private readonly HintJournal _journal;

    public HintReplicaTests()
    {
        _store = new HintStore(new OwnLink(At(_secondary) with { HasHintsAtPrimary = true }, LinkSettings.Hints, []));
        _journal = HintJournal.Open(_journals, new ServerIdentity("sqlserver", "17.0", "", "SQL02"));
        Join();
    }

    private HintSetter Setter => new(_store, _journal, _clock, _told.Add);

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        await _store.CloseAsync();
        await _primary.DisposeAsync();
        await _secondary.DisposeAsync();
        Directory.Delete(_journals, recursive: true);
    }

    [Fact]
    public async Task CarryOut_OnASecondary_SetsAndClearsAtThePrimaryForItsGroupAlone()
    {
        await UntilRepeatedAsync();
        await RunAsync(
            _primary,
            "EXEC sys.sp_query_store_set_hints @query_id = 2, @query_hints = N'OPTION (RECOMPILE)'"
        );

        await CarryOutAsync(Wanted);

        Assert.Equal(["1 OPTION (RECOMPILE)", $"2 {Wanted}"], await HintsAsync(_primary));
        Assert.Empty(await HintsAsync(_secondary));
        Assert.Equal(2, Assert.Single(_journal.Entries).ReplicaGroup);
        var kept = new HintCleanup(_store, _journal, _clock);
        Assert.Equal(ConfigurationChange.None, Assert.Single(await kept.CompareAsync(CancellationToken.None)).Action);

        await Setter.ClearAllAsync("the service ends", CancellationToken.None);
        Assert.Equal(["1 OPTION (RECOMPILE)"], await HintsAsync(_primary));
        Assert.Empty(_journal.Entries);
        Assert.Empty(_primary.NotUnderstood.Concat(_secondary.NotUnderstood));
    }

    [Fact]
    public async Task CarryOut_AfterAFailover_TheHintIsOfTheNewRole()
    {
        await UntilRepeatedAsync();
        await CarryOutAsync(Wanted);
        // Query Stores go with the databases: what the primary was told is in the new one's.
        await RunAsync(
            _secondary,
            $"EXEC sys.sp_query_store_set_hints @query_id = 2, @query_hints = N'{Wanted}', @replica_group_id = 2"
        );
        Join(primary: "SQL02");
        await Setter.ReviewAsync(CancellationToken.None);

        await CarryOutAsync(Wanted);

        Assert.Contains(_told, each => each.Contains("the replica has another role now", StringComparison.Ordinal));
        Assert.Equal([$"1 {Wanted}"], await HintsAsync(_secondary));
        Assert.Null(Assert.Single(_journal.Entries).ReplicaGroup);
    }

    [Fact]
    public async Task CarryOut_StoreWithoutSecondaries_IsSaidWithTheStatement()
    {
        Join(hasStore: false);
        await CarryOutAsync(Wanted);

        Assert.Contains("FOR SECONDARY SET QUERY_STORE = ON", Assert.Single(_told), StringComparison.Ordinal);
        Assert.Empty(await HintsAsync(_primary));
        Assert.Empty(_journal.Entries);
    }

    [Fact]
    public async Task CarryOut_AddressOfThePrimaryLeadsToAnother_SetsNothing()
    {
        Join(primaryPort: _secondary.Port);

        var failure = await Assert.ThrowsAsync<ConfigureException>(() => CarryOutAsync(Wanted));

        Assert.Contains("SQL02 instead of SQL01", failure.Message, StringComparison.Ordinal);
        Assert.Empty((await HintsAsync(_primary)).Concat(await HintsAsync(_secondary)));
    }

    [Theory]
    [InlineData("drop_after batches=1 login=sa")]
    [InlineData("drop_after batches=3 login=sa")]
    [InlineData("drop_after batches=4 login=sa")]
    [InlineData("drop_after batches=5 login=sa")]
    public async Task CarryOut_PrimaryIsLostMeanwhile_NothingStaysThatTheJournalDoesNotKnow(string fault)
    {
        await UntilRepeatedAsync();
        await _store.CloseAsync();
        await RunAsync(_primary, $"EXEC standin_fault N'{fault}'");

        await Assert.ThrowsAsync<ConfigureException>(() => CarryOutAsync(Wanted));
        await _store.CloseAsync();
        await RunAsync(_primary, "EXEC standin_fault N'clear'");

        await CarryOutAsync(Wanted);
        Assert.Equal([$"2 {Wanted}"], await HintsAsync(_primary));
        await Setter.ClearAllAsync("the service ends", CancellationToken.None);
        Assert.Empty(await HintsAsync(_primary));
    }

    [Fact]
    public async Task CarryOut_WithoutTheParameter_AsksNoOtherServer()
    {
        await using var link = new OwnLink(At(_secondary), LinkSettings.Hints, []);

        var place = await new HintStore(link).PlaceAsync(Database, CancellationToken.None);

        Assert.Same(link, place.Link);
        Assert.Null(place.ReplicaGroup);
        Assert.Equal(2, Assert.Single(place.Others));
    }

    private static ScriptedServer Start(string name) =>
        ScriptedServer.Start(
            new ScriptedServerOptions
            {
                Name = name,
                Release = 2025,
                Scenario = new ServerSetup { Scenario = "observed" }.ScenarioFile,
            }
        );

    private static SqlServerConnectionOptions At(ScriptedServer server) =>
        new SqlServerConnectionOptions
        {
            Host = "127.0.0.1",
            Port = server.Port,
            User = "sa",
            Encrypts = false,
        }.WithPassword(ScriptedServer.Password);

    private void Join(string primary = "SQL01", int? primaryPort = null, bool hasStore = true)
    {
        var group = new ScriptedGroup(
            "sales",
            [("SQL01", primaryPort ?? _primary.Port), ("SQL02", _secondary.Port)],
            primary
        )
        {
            HasStoreForSecondaries = hasStore,
        };
        _primary.Join(group);
        _secondary.Join(group);
    }

    private Task CarryOutAsync(string hint) =>
        Setter.CarryOutAsync(new HintRequest(Database, Point, hint, "points"), CancellationToken.None);

    /// <summary>Waits until the Query Stores know of two executions.</summary>
    private async Task UntilRepeatedAsync()
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        while (
            !(await _store.FindAsync(Database, Point, patience.Token)).Exists(each =>
                each is { QueryId: 2, Executions: > 1 }
            )
        )
            await Task.Delay(50, patience.Token);
    }

    /// <summary>The groups and hints that are there.</summary>
    private static async Task<List<string>> HintsAsync(ScriptedServer server)
    {
        await using var link = new SqlServerLink(At(server), LinkSettings.Look);
        await link.ReopenAsync(CancellationToken.None);
        return await link.QueryAsync(
            "SELECT CONVERT(nvarchar(20), h.replica_group_id), h.query_hint_text "
                + "FROM rgp_test.sys.query_store_query_hints AS h ORDER BY h.replica_group_id",
            row => $"{row.GetString(0)} {row.GetString(1)}",
            CancellationToken.None
        );
    }

    /// <summary>The session may be cut by what it asks for.</summary>
    private static async Task RunAsync(ScriptedServer server, string batch)
    {
        await using var link = new SqlServerLink(At(server), LinkSettings.Look);
        await link.ReopenAsync(CancellationToken.None);
        await link.ExecuteAsync("USE rgp_test", CancellationToken.None);
        await Record.ExceptionAsync(() => link.ExecuteAsync(batch, CancellationToken.None));
    }
}
