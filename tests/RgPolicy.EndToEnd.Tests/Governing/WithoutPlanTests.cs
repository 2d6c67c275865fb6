using System.Text.Json;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>
/// Statements whose plan cannot be had keep the whole machine until they have used much processor time; the rule of the
/// policy throttles them then, and status and <c>why</c> say all the while why there is no plan.
/// </summary>
public sealed class WithoutPlanTests(WithoutPlanFixture fixture) : IClassFixture<WithoutPlanFixture>
{
    private const string Gated = "(SELECT pg_advisory_xact_lock_shared(28))::text = ''";

    private static readonly TimeSpan Much = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    [Theory]
    [GovernedPostgres(15, "htap.rgp", "fetch", "it runs a cursor whose text is not shown")]
    [GovernedPostgres(15, "htap.rgp", "call", "it runs a procedure whose statements are not shown")]
    [GovernedPostgres(15, "htap.rgp", "do", "it runs a procedure whose statements are not shown")]
    [GovernedPostgres(15, "htap.rgp", "function", "works()")]
    [GovernedPostgres(15, "htap.rgp", "temporary", "mine is a temporary table of its session")]
    [GovernedPostgres(18, "htap.rgp", "fetch", "it runs a cursor whose text is not shown")]
    [GovernedPostgres(18, "htap.rgp", "call", "it runs a procedure whose statements are not shown")]
    [GovernedPostgres(18, "htap.rgp", "do", "it runs a procedure whose statements are not shown")]
    [GovernedPostgres(18, "htap.rgp", "function", "works()")]
    [GovernedPostgres(18, "htap.rgp", "temporary", "mine is a temporary table of its session")]
    [GovernedPostgres(18, "noll2018.rgp", "call", "it runs a procedure whose statements are not shown")]
    public async Task Statement_HasNoPlan_IsThrottledOnceItHasUsedMuchAndTheReasonIsSaid(
        int version,
        string policy,
        string form,
        string reason
    )
    {
        await using var run = await StartAsync(version, policy, form);

        var waits = await run.Shown.StatusAsync(query => Note(query).Contains(reason, StringComparison.Ordinal));
        Assert.StartsWith("no plan: ", Note(waits), StringComparison.Ordinal);
        AssertWholeMachine(waits);
        await AssertReasonAsync(run, reason);
        await AssertThrottledByThenAsync(run);

        var throttled = await run.Shown.StatusAsync(IsThrottled);
        AssertNamed(throttled, reason);
        await AssertReasonAsync(run, reason, "its transaction has locked", form == "temporary" ? "mine (" : "big (");
        await run.EndAsync();
    }

    [Theory]
    [GovernedPostgres(15, "htap.rgp")]
    [GovernedPostgres(18, "htap.rgp")]
    public async Task Statement_FunctionWhosePlanShowsNoTable_IsUnknownAndThrottledOnceItHasUsedMuch(
        int version,
        string policy
    )
    {
        const string Reason = "the plan shows no table";
        await using var run = await StartAsync(version, policy, "function of all");

        var waits = await run.Shown.StatusAsync(query => Note(query).Contains(Reason, StringComparison.Ordinal));
        Assert.StartsWith("unknown plan: ", Note(waits), StringComparison.Ordinal);
        AssertWholeMachine(waits);
        await AssertThrottledByThenAsync(run);

        var throttled = await run.Shown.StatusAsync(IsThrottled);
        AssertNamed(throttled, Reason);
        await AssertReasonAsync(run, Reason, "big (");
        await run.EndAsync();
    }

    private static async Task AssertThrottledByThenAsync(GatedStatement run)
    {
        Assert.Equal(run.Origin, run.Query.Governance);
        var before = run.Used;
        await run.OpenAsync();
        Assert.True(await run.Query.BecomesAsync(g => g != run.Origin, Patience), "it was not throttled");
        Assert.True(run.Used - before > Much, $"it was throttled when it had used {run.Used - before}");
    }

    private static async Task AssertReasonAsync(GatedStatement run, params string[] parts)
    {
        var why = await run.Shown.WhyAsync(each => parts.All(p => Reason(each).Contains(p, StringComparison.Ordinal)));
        Assert.Equal("default", ShownQuery.Text(why, "class"));
    }

    private static void AssertNamed(JsonElement query, string reason)
    {
        Assert.True(Note(query).Contains("rule without_plan", StringComparison.Ordinal), Note(query));
        Assert.True(Note(query).Contains(reason, StringComparison.Ordinal), Note(query));
    }

    private static void AssertWholeMachine(JsonElement query)
    {
        Assert.Equal("default", ShownQuery.Text(query, "class"));
        Assert.Equal(0, query.GetProperty("pool_number").GetInt32());
    }

    private static bool IsThrottled(JsonElement query) => query.GetProperty("pool_number").GetInt32() != 0;

    private static string Note(JsonElement query) => ShownQuery.Text(query, "note");

    private static string Reason(JsonElement why) => ShownQuery.Text(why.GetProperty("plan"), "reason");

    private async Task<GatedStatement> StartAsync(int version, string policy, string form)
    {
        var governed = await fixture.GovernedAsync(version, policy);
        var (before, text) = TextOf(form);
        return await GatedStatement.StartAsync(await fixture.ServerAsync(version), governed, before, text);
    }

    private static (string? Before, string Text) TextOf(string form) =>
        form switch
        {
            "fetch" => (
                $"BEGIN; DECLARE c CURSOR FOR SELECT {WithoutPlanFixture.Work} AND {Gated}",
                "FETCH ALL FROM c"
            ),
            "call" => (null, "CALL work()"),
            "do" => (
                null,
                $"DO $$ BEGIN PERFORM pg_advisory_xact_lock_shared(28); PERFORM {WithoutPlanFixture.Work}; END $$"
            ),
            "function" => (null, "SELECT works()"),
            "function of all" => (null, "SELECT works_for_all()"),
            "temporary" => (
                "CREATE TEMP TABLE mine AS SELECT * FROM big; ANALYZE mine",
                $"SELECT {WithoutPlanFixture.Work.Replace("big", "mine", StringComparison.Ordinal)} AND {Gated}"
            ),
            _ => throw new ArgumentOutOfRangeException(nameof(form), form, "no such form"),
        };
}
