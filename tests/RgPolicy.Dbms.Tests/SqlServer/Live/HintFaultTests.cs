using System.Text.Json.Nodes;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Hints on a server that refuses them or loses connections.</summary>
public sealed class HintFaultTests : IDisposable
{
    private const string Wanted = "OPTION (MAXDOP 1, MAX_GRANT_PERCENT = 10)";

    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-hints-").FullName;

    public void Dispose() => Directory.Delete(_journals, recursive: true);

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData("ddl_error n=1 number=12458", "the server refuses it")]
    [InlineData("qs_state db=rgp_test state=READ_ONLY", "the Query Store is READ_ONLY")]
    public async Task Take_ServerRefuses_SaysSoAndRemembersNothing(string fault, string said)
    {
        await using var hinted = await HintedServer.StartAsync(2022, "enterprise", _journals);
        var point = await hinted.RepeatedAsync("Shop", "SELECT");
        await hinted.Server.FaultAsync(fault);

        hinted.Keeper.Take([new HintRequest("rgp_test", point, Wanted, "points")]);

        await hinted.NewsAsync(said);
        Assert.Empty(await hinted.HintsAsync());
        Assert.All(Directory.GetFiles(_journals), file => Assert.Equal("[]", File.ReadAllText(file)));
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Start_DatabaseOfAnEarlierRunIsGone_TheOthersDoNotWaitForIt(int version)
    {
        await using var hinted = await HintedServer.StartAsync(version, "enterprise", _journals);
        var point = await hinted.RepeatedAsync("Shop", "SELECT");
        var request = new HintRequest("rgp_test", point, Wanted, "points");
        hinted.Keeper.Take([request]);
        await hinted.UntilHintsAsync(hints => hints.Count == 1);

        await hinted.RestartKeeperAsync(meanwhile: PutOneOfAnotherDatabaseFirst);
        await hinted.NewsAsync("its hint is cleared: it was left by an earlier run");
        hinted.Keeper.Take([new HintRequest("gone", point, Wanted, "points"), request]);
        await hinted.UntilHintsAsync(hints => hints.Count == 1);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(6)]
    public async Task Take_ConnectionLostAtAnyBatch_NeverLeavesAHintThatNobodyKnows(int batches)
    {
        await using var hinted = await HintedServer.StartAsync(2022, "enterprise", _journals);
        var point = await hinted.RepeatedAsync("Shop", "SELECT");
        await hinted.Server.FaultAsync($"drop_after batches={batches} login=keeper");

        hinted.Keeper.Take([new HintRequest("rgp_test", point, Wanted, "points")]);
        await hinted.UntilHintsAsync(hints => hints.Count == 1);
        await hinted.Keeper.LetGoAsync(CancellationToken.None);

        Assert.Empty(await hinted.HintsAsync());
    }

    private void PutOneOfAnotherDatabaseFirst()
    {
        var journal = Directory.GetFiles(_journals).Single();
        var entries = JsonNode.Parse(File.ReadAllText(journal))!.AsArray();
        var gone = entries[0]!.DeepClone();
        gone["database"] = "gone";
        entries.Insert(0, gone);
        File.WriteAllText(journal, entries.ToJsonString());
    }
}
