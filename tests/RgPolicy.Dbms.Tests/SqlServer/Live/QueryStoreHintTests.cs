using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Hints in a Query Store over the real protocol: set, read back, cleared, and never anybody else's.</summary>
public sealed class QueryStoreHintTests : IDisposable
{
    private const string Wanted = "OPTION (MAXDOP 1, MAX_GRANT_PERCENT = 10)";
    private const string Theirs = "OPTION (RECOMPILE)";

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-hints-").FullName;

    public void Dispose() => Directory.Delete(_journals, recursive: true);

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022, "standard")]
    [InlineData(2025, "standard")]
    public async Task Take_StatementThatReturns_SetsReadsBackAndClearsWhenTheClassChanges(int version, string edition)
    {
        await using var hinted = await HintedServer.StartAsync(version, edition, _journals);
        var point = await hinted.RepeatedAsync("Shop", "SELECT");

        hinted.Keeper.Take([new HintRequest("rgp_test", point, Wanted, "points")]);
        await hinted.NewsAsync("from its next execution on");
        Assert.Equal([Wanted], await hinted.HintsAsync());
        hinted.Keeper.Take([new HintRequest("rgp_test", point, "OPTION (MAXDOP 2)", "others")]);
        await hinted.NewsAsync("its class has changed");
        await hinted.NewsAsync("MAXDOP 2");
        hinted.Keeper.Take([new HintRequest("rgp_test", point, null, "none")]);
        await hinted.NewsAsync("its class has changed");

        Assert.Empty(await hinted.HintsAsync());
        Assert.Empty(hinted.Server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData("the loop ends")]
    [InlineData("the service is paused")]
    [InlineData("it was killed")]
    public async Task LetGo_HoweverItEnds_LeavesNothingBehind(string end)
    {
        await using var hinted = await HintedServer.StartAsync(2022, "enterprise", _journals);
        var point = await hinted.RepeatedAsync("Shop", "SELECT");
        hinted.Keeper.Take([new HintRequest("rgp_test", point, Wanted, "points")]);
        await hinted.NewsAsync("from its next execution on");

        if (end == "the loop ends")
            await hinted.Keeper.LetGoAsync(CancellationToken.None);
        else if (end == "the service is paused")
            hinted.Keeper.Take(null);
        else
            await hinted.RestartKeeperAsync();
        await hinted.NewsAsync("is cleared");
        Assert.Empty(await hinted.HintsAsync());
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022)]
    public async Task Take_HintOfSomebodyElse_IsLeftAloneAndTold(int version)
    {
        await using var hinted = await HintedServer.StartAsync(version, "enterprise", _journals);
        var point = await hinted.RepeatedAsync("Shop", "SELECT");
        await hinted.SetTheirsAsync(point, Theirs);

        hinted.Keeper.Take([new HintRequest("rgp_test", point, Wanted, "points")]);

        await hinted.NewsAsync("a hint that is not RgPolicy's");
        Assert.Equal([Theirs], await hinted.HintsAsync());
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData(2022)]
    public async Task Clear_TextChangedBySomebodyElse_IsLeftAloneAndTold(int version)
    {
        await using var hinted = await HintedServer.StartAsync(version, "enterprise", _journals);
        var point = await hinted.RepeatedAsync("Shop", "SELECT");
        hinted.Keeper.Take([new HintRequest("rgp_test", point, Wanted, "points")]);
        await hinted.NewsAsync("from its next execution on");
        await hinted.SetTheirsAsync(point, Theirs);

        hinted.Keeper.Take([new HintRequest("rgp_test", point, null, "none")]);

        await hinted.NewsAsync("is left alone");
        Assert.Equal([Theirs], await hinted.HintsAsync());
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Take_FullQueryStore_SaysThatItIsFull(int version)
    {
        await using var hinted = await HintedServer.StartAsync(version, "enterprise", _journals);
        var point = await hinted.RepeatedAsync("Shop", "SELECT");
        await hinted.Server.FaultAsync("qs_full db=rgp_test");

        hinted.Keeper.Take([new HintRequest("rgp_test", point, Wanted, "points")]);

        await hinted.NewsAsync("READ_ONLY (it is full)");
        Assert.Empty(await hinted.HintsAsync());
    }

    [ServerTheory(Needs = ServerNeeds.Hints)]
    [InlineData("Reports", "SELECT", "gets no hint")]
    [InlineData("Tool", "SELECT", "gets no hint")]
    public async Task Take_OnceExecutedOrSimplyParameterised_GetsNone(string app, string text, string said)
    {
        await using var hinted = await HintedServer.StartAsync(2022, "enterprise", _journals);
        var fingerprint = await hinted.FingerprintAsync(app, text);

        hinted.Keeper.Take([new HintRequest("rgp_test", fingerprint, Wanted, "any")]);

        await hinted.NewsAsync(said);
        Assert.Empty(await hinted.HintsAsync());
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2019)]
    public async Task KeepHints_ServerWithoutHints_IsNull(int version)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, "enterprise");

        Assert.Null(observed.Observer.OpenHints(_journals));
    }
}
