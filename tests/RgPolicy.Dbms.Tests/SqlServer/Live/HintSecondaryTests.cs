using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>The server with the hints becomes a secondary replica, and the primary one again.</summary>
public sealed class HintSecondaryTests : IDisposable
{
    private const string Wanted = "OPTION (MAXDOP 1)";

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-hints-").FullName;

    public void Dispose() => Directory.Delete(_journals, recursive: true);

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task LetGo_WhileASecondary_RemembersTheHintAndClearsItWhenPrimaryAgain(int version)
    {
        await using var hinted = await HintedServer.StartAsync(version, "enterprise", _journals);
        var point = await hinted.RepeatedAsync("Shop", "SELECT");
        hinted.Keeper.Take([new HintRequest("rgp_test", point, Wanted, "points")]);
        await hinted.UntilHintsAsync(hints => hints.Count == 1);
        await hinted.Server.FaultAsync("qs_state db=rgp_test state=READ_ONLY");

        await hinted.Keeper.LetGoAsync(CancellationToken.None);
        Assert.Single(await hinted.HintsAsync());
        Assert.Contains(
            Directory.GetFiles(_journals),
            file => File.ReadAllText(file).Contains(Wanted, StringComparison.Ordinal)
        );

        await hinted.Server.FaultAsync("qs_state db=rgp_test state=READ_WRITE");
        await hinted.RestartKeeperAsync();
        await hinted.UntilHintsAsync(hints => hints.Count == 0);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022, "READ_WRITE", "does not know it (yet)")]
    [InlineData(2022, "READ_ONLY", "the Query Store is READ_ONLY (it is full): `rgp doctor`")]
    public async Task Take_StatementThatTheStoreDoesNotKnow_SaysWhyNot(int version, string state, string said)
    {
        await using var hinted = await HintedServer.StartAsync(version, "enterprise", _journals);
        await hinted.Server.FaultAsync($"qs_state db=rgp_test state={state}");

        hinted.Keeper.Take([new HintRequest("rgp_test", "0x00000000000000AB", Wanted, "points")]);

        await hinted.NewsAsync(said);
        Assert.Empty(await hinted.HintsAsync());
    }
}
