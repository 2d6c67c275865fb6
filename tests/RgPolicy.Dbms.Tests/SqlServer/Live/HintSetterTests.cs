using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Hints;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>What becomes of hints with time: they expire, fail, are cleared by others, and are never
/// too many.</summary>
public sealed class HintSetterTests : IAsyncLifetime
{
    private const string Wanted = "OPTION (MAXDOP 1)";
    private static readonly ServerIdentity Identity = new("sqlserver", "16.0", "", "observed");

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-hints-").FullName;
    private readonly MovedClock _clock = new();
    private readonly List<string> _told = [];
    private HintedServer? _server;

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        if (_server is not null)
            await _server.DisposeAsync();
        Directory.Delete(_journals, recursive: true);
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022, "standard")]
    public async Task Review_StatementThatNobodyRan_ClearsItsHintAfterAnHour(int version, string edition)
    {
        var (broker, journal, point) = await BrokerAsync(version, edition, "Shop");
        await broker.CarryOutAsync(new HintRequest("rgp_test", point, Wanted, "points"), CancellationToken.None);

        _clock.Move(TimeSpan.FromMinutes(59));
        await broker.ReviewAsync(CancellationToken.None);
        Assert.Equal([Wanted], await _server!.HintsAsync());
        _clock.Move(TimeSpan.FromMinutes(1));
        await broker.ReviewAsync(CancellationToken.None);

        Assert.Empty(await _server.HintsAsync());
        Assert.Empty(journal.Entries);
        Assert.Contains(_told, news => news.Contains("did not run for an hour", StringComparison.Ordinal));
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022, "enterprise")]
    public async Task Review_TimeThatARuleGave_EndsAHintThoughItsStatementRunsOn(int version, string edition)
    {
        var (broker, journal, point) = await BrokerAsync(version, edition, "Shop");
        var request = new HintRequest("rgp_test", point, Wanted, "points")
        {
            Lasts = TimeSpan.FromMinutes(10),
            Rule = "long",
        };
        await broker.CarryOutAsync(request, CancellationToken.None);
        Assert.Contains("for class points and rule long", Assert.Single(_told), StringComparison.Ordinal);

        // Another occasion gives it more time, which is on the disk at once.
        await broker.CarryOutAsync(request with { Lasts = TimeSpan.FromMinutes(15) }, CancellationToken.None);
        Assert.Equal(
            _clock.GetUtcNow() + TimeSpan.FromMinutes(15),
            Assert.Single(HintJournal.Open(_journals, Identity).Entries).Expires
        );
        _clock.Move(TimeSpan.FromMinutes(14));
        await broker.ReviewAsync(CancellationToken.None);
        Assert.Equal([Wanted], await _server!.HintsAsync());
        _clock.Move(TimeSpan.FromMinutes(1));
        await broker.ReviewAsync(CancellationToken.None);

        Assert.Empty(await _server.HintsAsync());
        Assert.Empty(journal.Entries);
        Assert.Contains("a rule's time for it is over", _told[^1], StringComparison.Ordinal);
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022, "standard", 30)]
    [InlineData(2022, "standard", -30)]
    public async Task Review_ClockIsSetByDays_HintAndRefusalLastNoLongerThanTheyShould(
        int version,
        string edition,
        int days
    )
    {
        var (broker, _, point) = await BrokerAsync(version, edition, "Shop");
        await broker.CarryOutAsync(new HintRequest("rgp_test", "unknown", Wanted, "points"), CancellationToken.None);
        await broker.CarryOutAsync(new HintRequest("rgp_test", point, Wanted, "points"), CancellationToken.None);
        _clock.Set(TimeSpan.FromDays(days));
        await broker.ReviewAsync(CancellationToken.None);
        _clock.Move(TimeSpan.FromMinutes(60));
        await broker.ReviewAsync(CancellationToken.None);
        await broker.CarryOutAsync(new HintRequest("rgp_test", "unknown", Wanted, "points"), CancellationToken.None);

        Assert.Empty(await _server!.HintsAsync());
        Assert.Equal(
            2,
            _told.Count(news => news.StartsWith("unknown in rgp_test gets no hint", StringComparison.Ordinal))
        );
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022, "enterprise")]
    public async Task CarryOut_StatementThatRunsOn_KeepsItsHint(int version, string edition)
    {
        var (broker, _, point) = await BrokerAsync(version, edition, "Shop");
        for (var turn = 0; turn < 8; turn++)
        {
            await broker.CarryOutAsync(new HintRequest("rgp_test", point, Wanted, "points"), CancellationToken.None);
            _clock.Move(TimeSpan.FromMinutes(30));
            await broker.ReviewAsync(CancellationToken.None);
        }

        Assert.Equal([Wanted], await _server!.HintsAsync());
        Assert.Single(_told);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022, "enterprise")]
    [InlineData(2025, "standard")]
    public async Task Review_HintThatTheServerCannotUse_IsClearedAndNotTriedAgainAtOnce(int version, string edition)
    {
        var (broker, journal, stubborn) = await BrokerAsync(version, edition, "Stubborn");
        var request = new HintRequest("rgp_test", stubborn, Wanted, "stubborn");
        await broker.CarryOutAsync(request, CancellationToken.None);
        for (var turn = 0; journal.Entries.Length > 0 && turn < 600; turn++)
        {
            await Task.Delay(100);
            await broker.ReviewAsync(CancellationToken.None);
        }

        await broker.CarryOutAsync(request, CancellationToken.None);
        Assert.Empty(await _server!.HintsAsync());
        Assert.Contains(_told, news => news.Contains("could not use it", StringComparison.Ordinal));
        _clock.Move(TimeSpan.FromMinutes(6));
        await broker.CarryOutAsync(request, CancellationToken.None);
        Assert.Equal([Wanted], await _server.HintsAsync());
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022, "enterprise")]
    public async Task Review_HintThatSomebodyCleared_IsToldAndNotSetAgainForAnHour(int version, string edition)
    {
        var (broker, journal, point) = await BrokerAsync(version, edition, "Shop");
        var request = new HintRequest("rgp_test", point, Wanted, "points");
        await broker.CarryOutAsync(request, CancellationToken.None);
        await _server!.Server.RunAsync(
            $"USE rgp_test; EXEC sys.sp_query_store_clear_hints @query_id = {journal.Entries[0].QueryId}"
        );

        await broker.ReviewAsync(CancellationToken.None);
        _clock.Move(TimeSpan.FromMinutes(50));
        await broker.CarryOutAsync(request, CancellationToken.None);

        Assert.Empty(await _server.HintsAsync());
        Assert.Contains(_told, news => news.Contains("cleared by others", StringComparison.Ordinal));
        _clock.Move(TimeSpan.FromMinutes(11));
        await broker.CarryOutAsync(request, CancellationToken.None);
        Assert.Equal([Wanted], await _server.HintsAsync());
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022, "enterprise")]
    public async Task CarryOut_FiveHundredHintsInADatabase_SetsNoMoreThere(int version, string edition)
    {
        var (broker, journal, point) = await BrokerAsync(version, edition, "Shop");
        for (var number = 0; number < HintSetter.MostPerDatabase; number++)
            journal.Put(
                new HintEntry(
                    "rgp_test",
                    100_000 + number,
                    $"0x{number:X16}",
                    Wanted,
                    Wanted,
                    "others",
                    _clock.GetUtcNow() + TimeSpan.FromHours(1)
                )
            );

        await broker.CarryOutAsync(new HintRequest("rgp_test", point, Wanted, "points"), CancellationToken.None);

        Assert.Empty(await _server!.HintsAsync());
        Assert.Contains(_told, news => news.Contains("500 hints", StringComparison.Ordinal));
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022, "enterprise")]
    public async Task Compare_HintsAsTheyAreClearedAndReplaced_TellsEachAndClearsOnlyItsOwn(int version, string edition)
    {
        var (broker, journal, point) = await BrokerAsync(version, edition, "Shop");
        await broker.CarryOutAsync(new HintRequest("rgp_test", point, Wanted, "points"), CancellationToken.None);
        var kept = new HintCleanup(new HintStore(_server!.Link), journal, _clock);
        Assert.Equal([(ConfigurationChange.None, "query_hint")], await LookAsync());

        await _server!.SetTheirsAsync(point, "OPTION (RECOMPILE)");
        Assert.Equal([(ConfigurationChange.Alter, "query_hint")], await LookAsync());
        Assert.Empty(await kept.ClearAsync(CancellationToken.None));
        Assert.Equal(["OPTION (RECOMPILE)"], await _server.HintsAsync());
        Assert.Empty(journal.Entries);

        async Task<(string Action, string Kind)[]> LookAsync() =>
            [.. (await kept.CompareAsync(CancellationToken.None)).Select(change => (change.Action, change.Kind))];
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022, "enterprise")]
    public async Task Compare_DatabaseThatIsGone_IsToldAndKeepsNothingElseFromBeingCleared(int version, string edition)
    {
        var (broker, journal, point) = await BrokerAsync(version, edition, "Shop");
        journal.Put(Remembered("gone", 1, "0x0000000000000001"));
        await broker.CarryOutAsync(new HintRequest("rgp_test", point, Wanted, "points"), CancellationToken.None);
        var kept = new HintCleanup(new HintStore(_server!.Link), journal, _clock);

        var compared = await kept.CompareAsync(CancellationToken.None);
        Assert.Equal("alter gone/1", $"{compared[0].Action} {compared[0].Name}");
        Assert.Equal(ConfigurationChange.None, Assert.Single(compared.Skip(1)).Action);
        Assert.Contains("it cannot be looked at", compared[0].Reason, StringComparison.Ordinal);

        Assert.Single(await kept.ClearAsync(CancellationToken.None));
        Assert.Empty(await _server.HintsAsync());
        Assert.Equal("gone", Assert.Single(journal.Entries).Database);
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022, "enterprise")]
    public async Task CarryOut_AnotherQueryOfTheSameStatementComesLater_GetsItsHintToo(int version, string edition)
    {
        var (broker, journal, point) = await BrokerAsync(version, edition, "Shop");
        journal.Put(Remembered("rgp_test", 100_000, point));

        await broker.CarryOutAsync(new HintRequest("rgp_test", point, Wanted, "points"), CancellationToken.None);

        Assert.Equal([Wanted], await _server!.HintsAsync());
        Assert.Equal(2, journal.Entries.Length);
    }

    private HintEntry Remembered(string database, long query, string hash) =>
        new(database, query, hash, Wanted, Wanted, "points", _clock.GetUtcNow() + TimeSpan.FromHours(1));

    private async Task<(HintSetter Broker, HintJournal Journal, string Fingerprint)> BrokerAsync(
        int version,
        string edition,
        string app
    )
    {
        _server = await HintedServer.StartAsync(version, edition, Path.Combine(_journals, "of the keeper"));
        var fingerprint = await _server.RepeatedAsync(app, "SELECT");
        var journal = HintJournal.Open(_journals, Identity);
        return (new HintSetter(new HintStore(_server.Link), journal, _clock, _told.Add), journal, fingerprint);
    }
}
