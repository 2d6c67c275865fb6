using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.Tests.Configure;

namespace RgPolicy.Dbms.Tests.MySql.Configure;

/// <summary>Limits of accounts on a real MariaDB: what happens between two statements, and names that try to get out of
/// their quotes.</summary>
[Collection(ObservedMariaDb.Collection)]
public sealed class MySqlInterruptionTests(ObservedMariaDb mariaDb) : IAsyncLifetime
{
    private const string Everyone =
        "language 1\npool all { concurrency 4 }\npool rest { cpu weight 100 }\n"
        + "class tried -> all when session.login like 'rep_%'\ndefault -> rest\n"
        + "rule end on class tried { when request.elapsed > 10 min then cancel }\n";

    private static readonly string[] Hostile =
    [
        "rep_report",
        "rep_UPPER Case",
        "rep_we\"ird 'name",
        "rep_a$$b;c",
        "rep_back\\sl\\",
        "rep_'; DROP USER app@localhost; --",
        "rep_:v @p ? {0} $1 @host",
        "rep_x--y/*z",
        "rep_new\nline",
        "rep_größe_日本",
        "rep_" + new string('r', 76),
    ];

    private LimitedMariaDb? _limited;

    private LimitedMariaDb Limited => _limited ??= new LimitedMariaDb(mariaDb.Server);

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        if (_limited is not null)
            await _limited.DisposeAsync();
    }

    [MariaDbFact]
    public async Task Apply_HostileNames_AreReadBackAndTakenBackExactly()
    {
        foreach (var name in Hostile)
            await Limited.AddAsync(name);
        await using var configurator = await Limited.ConnectAsync();
        var before = await Limited.EverythingAsync();

        var plan = await Limited.ApplyAsync(configurator, Everyone);

        Assert.Equal(Hostile.Length, plan.Steps.Length);
        foreach (var name in Hostile)
            Assert.Equal("600 4", await Limited.LimitsAsync(name));
        await Limited.RollBackAsync(configurator, 0);
        Assert.Equal(before, await Limited.EverythingAsync());
    }

    [MariaDbFact]
    public async Task Scripts_HostileNames_LeadThereAndBack()
    {
        foreach (var name in Hostile)
            await Limited.AddAsync(name);
        await using var configurator = await Limited.ConnectAsync();
        var before = await Limited.EverythingAsync();
        var scripts = (await LimitedMariaDb.PlanAsync(configurator, Everyone)).Scripts;
        Assert.NotNull(scripts);

        await mariaDb.Server.ExecuteAsync(
            "SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES';" + scripts.Forward
        );

        Assert.Empty((await LimitedMariaDb.PlanAsync(configurator, Everyone)).Steps);
        Assert.Equal("600 4", await Limited.LimitsAsync(Hostile[4]));
        await mariaDb.Server.ExecuteAsync(scripts.BackOut);
        Assert.Equal(before, await Limited.EverythingAsync());
    }

    [MariaDbFact]
    public async Task Apply_FailureAtEveryStatement_LeavesWhatWasThere()
    {
        var plan = await ThreeAccountsAsync();
        var before = await Limited.EverythingAsync();
        await using var configurator = await Limited.ConnectAsync();
        for (var step = 1; step <= plan.Steps.Length; step++)
        {
            var runner = Limited.Runner(configurator, MeddlingConfigurator.Failing(configurator, step));

            LimitedMariaDb.Ended(ChangeStatus.Restored, await runner.ApplyAsync(plan, LimitedMariaDb.None));
            Assert.Equal(before, await Limited.EverythingAsync());
        }
    }

    [MariaDbTheory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Apply_KilledBeforeAStatement_IsRolledBackByTheNextProcess(int step)
    {
        var plan = await ThreeAccountsAsync();
        var before = await Limited.EverythingAsync();
        await KilledAsync(plan, step);

        await using var next = await Limited.ConnectAsync();
        Assert.Equal(ChangeStatus.Begun, Limited.Journal(next).Entries[^1].Status);
        await Limited.RollBackAsync(next, 0);

        Assert.Equal(before, await Limited.EverythingAsync());
    }

    [MariaDbFact]
    public async Task Apply_KilledBetweenStatements_IsCompletedByTheNextProcessAndRolledBackWhole()
    {
        var plan = await ThreeAccountsAsync();
        var before = await Limited.EverythingAsync();
        await KilledAsync(plan, 2);

        await using var next = await Limited.ConnectAsync();
        var rest = await Limited.ApplyAsync(next, Everyone);

        Assert.Equal(2, rest.Steps.Length);
        Assert.Empty((await LimitedMariaDb.PlanAsync(next, Everyone)).Steps);
        await Limited.RollBackAsync(next, 0);
        Assert.Equal(before, await Limited.EverythingAsync());
    }

    [MariaDbFact]
    public async Task Apply_UserDroppedMeanwhile_IsRefusedOrTakenBackForTheOthers()
    {
        var plan = await ThreeAccountsAsync();
        await using var configurator = await Limited.ConnectAsync();
        var meddling = new MeddlingConfigurator(
            configurator,
            2,
            () => mariaDb.Server.ExecuteAsync("DROP USER rep_b@'%'")
        );

        var outcome = await Limited.Runner(configurator, meddling).ApplyAsync(plan, LimitedMariaDb.None);

        LimitedMariaDb.Ended(ChangeStatus.Restored, outcome);
        Assert.Equal("0 0", await Limited.LimitsAsync("rep_a"));
        var stale = await Limited.Runner(configurator).ApplyAsync(plan, LimitedMariaDb.None);
        Assert.Null(stale.Status);
        Assert.Contains("has changed since the plan was made", stale.Problem, StringComparison.Ordinal);
    }

    [MariaDbFact]
    public async Task RollBack_UserDroppedAndMadeAnew_TakesTheOthersBackAndLeavesTheNewOne()
    {
        await ThreeAccountsAsync();
        await using var configurator = await Limited.ConnectAsync();
        await Limited.ApplyAsync(configurator, Everyone);
        await Limited.ApplyAsync(
            configurator,
            Everyone.Replace("concurrency 4", "concurrency 5", StringComparison.Ordinal)
        );

        await mariaDb.Server.ExecuteAsync(
            "DROP USER rep_a@'%', rep_b@'%'; CREATE USER rep_b@'%' WITH MAX_USER_CONNECTIONS 77"
        );
        var back = await Limited.RollBackAsync(configurator, 1);

        Assert.Contains(
            "'rep_a'@'%': the account is not there any more; nothing is set.",
            back.Warnings,
            StringComparer.Ordinal
        );
        Assert.Equal("600 4", await Limited.LimitsAsync("rep_c"));
        Assert.Equal("600 77", await Limited.LimitsAsync("rep_b"));
        await Limited.RollBackAsync(configurator, 0);
        Assert.Equal("0 77", await Limited.LimitsAsync("rep_b"));
        Assert.Equal("0 0", await Limited.LimitsAsync("rep_c"));
    }

    [MariaDbFact]
    public async Task Plan_ListOfLimitsLost_LeavesAllOfThemAsForeign()
    {
        await ThreeAccountsAsync();
        await using (var configurator = await Limited.ConnectAsync())
            await Limited.ApplyAsync(configurator, Everyone);
        await using var elsewhere = new LimitedMariaDb(mariaDb.Server);
        await using var other = await elsewhere.ConnectAsync();

        var off = await other.PlanOffAsync(LimitedMariaDb.None);
        var plan = await LimitedMariaDb.PlanAsync(
            other,
            Everyone.Replace("concurrency 4", "concurrency 5", StringComparison.Ordinal)
        );

        Assert.Empty(off.Steps);
        Assert.Equal(
            3,
            off.Warnings.Count(warning =>
                warning.Contains("rep_", StringComparison.Ordinal)
                && warning.Contains("keeps MAX_USER_CONNECTIONS 4: nothing here says", StringComparison.Ordinal)
            )
        );
        Assert.Empty(plan.Steps);
        Assert.Equal(3, plan.Warnings.Count(warning => warning.Contains("set by others", StringComparison.Ordinal)));
    }

    private async Task<ChangePlan> ThreeAccountsAsync()
    {
        foreach (var name in (string[])["rep_a", "rep_b", "rep_c"])
            await Limited.AddAsync(name);
        await using var configurator = await Limited.ConnectAsync();
        return await LimitedMariaDb.PlanAsync(configurator, Everyone);
    }

    /// <summary>A process that ends before a statement tells nobody.</summary>
    private async Task KilledAsync(ChangePlan plan, int step)
    {
        await using var killed = await Limited.ConnectAsync();
        var runner = Limited.Runner(
            killed,
            new MeddlingConfigurator(killed, step, () => throw new InvalidOperationException("killed"))
        );
        await Assert.ThrowsAsync<InvalidOperationException>(() => runner.ApplyAsync(plan, LimitedMariaDb.None));
    }
}
