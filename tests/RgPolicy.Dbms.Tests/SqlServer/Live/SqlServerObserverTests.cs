using RgPolicy.Plans;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>What is seen of a workload over the real protocol.</summary>
public sealed class SqlServerObserverTests
{
    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016)]
    [InlineData(2022)]
    public async Task Notes_SessionThatSleepsInATransactionAndBlocks_IsNamed(int version)
    {
        var server = await TestServer.StartAsync(version, "enterprise", new ServerSetup { Scenario = "sleeper" });
        await using var observed = await ObservedServer.ObserveAsync(server, ObservedServer.Watcher(server));

        await observed.UntilAsync(_ =>
            observed.Observer.Notes.Any(note =>
                note.Contains("login shop, application Orders, host web1", StringComparison.Ordinal)
                && note.Contains("sleeps in an open transaction", StringComparison.Ordinal)
            )
        );

        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Plans)]
    [InlineData(2016, "standard")]
    [InlineData(2019, "enterprise")]
    [InlineData(2022, "standard")]
    [InlineData(2022, "enterprise")]
    [InlineData(2025, "standard")]
    public async Task Poll_Workload_TellsSessionsStatementsPlansFiguresAndBlocking(int version, string edition)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, edition);
        var point = await observed.UntilAsync("Shop", query => query.History is not null);
        var report = await observed.UntilAsync("Reports", query => query.Plan.State == PlanState.Known);
        var seen = await observed.UntilAsync(each =>
            each.Blocking is { Count: > 0 }
            && each.Queries.Any(query => query.Session.App == "Tool" && query.Plan.State == PlanState.Known)
        );

        Assert.Equal((StatementKind.Select, false), (report.Statement!.Kind, report.Statement.IsTruncated));
        Assert.Matches("^0x[0-9A-F]{16}$", report.Statement.Fingerprint);
        Assert.StartsWith("SELECT", report.Statement.Text, StringComparison.OrdinalIgnoreCase);
        Assert.NotEqual(PlanShape.Unknown, report.Plan.Profile!.Shape);
        Assert.True(point.History is { Executions: > 0, MeanElapsed.Ticks: > 0 }, point.History!.ToString());

        Assert.Equal(
            (new Figure(4, Provenance.Actual), new Figure(64 * 1024 * 1024, Provenance.Actual)),
            (report.Plan.Profile.Dop, report.Plan.Profile.MemoryGrantBytes)
        );
        var figures = seen.FiguresOf(report)!.Value;
        Assert.True(figures is { Cpu.Ticks: > 0, Workers: > 0, MemoryBytes: > 0 }, figures.ToString());
        var (locker, victim) = (Only(seen, "web1"), Only(seen, "web2"));
        Assert.Equal((false, true), (locker.WaitsForLock, victim.WaitsForLock));
        Assert.Equal(1, seen.Blocking![locker.ProcessId]);
        Assert.Equal(StatementKind.Update, victim.Statement!.Kind);
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory]
    [InlineData(2016, "standard")]
    [InlineData(2022, "enterprise")]
    public async Task Poll_Sessions_TellsWhoTheyAreAndSinceWhenAndHidesItsOwn(int version, string edition)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, edition);
        var seen = await observed.UntilAsync(each =>
            each.Queries.Length > 4 && each.Queries.Count(query => query.Session.Host is "bi01" or "ws2") == 2
        );
        var report = Only(seen, "bi01");

        Assert.Equal(new SessionFacts("shop", "Reports", "bi01", "rgp_test", false), report.Session);
        Assert.InRange((seen.Time - report.Started).TotalSeconds, 0, 6000);
        Assert.True(Only(seen, "ws2").Session.IsSuperuser);
        Assert.DoesNotContain(
            seen.Queries,
            query => query.Session.App.StartsWith("RgPolicy", StringComparison.Ordinal)
        );
        Assert.Equal(seen.Queries.Length, seen.Figures.Length);
        Assert.Equal(
            seen.Queries.Select(query => query.ProcessId).Order(),
            seen.Queries.Select(query => query.ProcessId)
        );
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Plans)]
    [InlineData(2022, "enterprise")]
    public async Task Poll_NothingChanged_HandsOutTheSameInstances(int version, string edition)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, edition);
        var first = await observed.UntilAsync("Reports", query => query.Plan.State == PlanState.Known);
        for (var poll = 0; poll < 5; poll++)
        {
            var seen = await observed.PollAsync();
            Assert.Same(first, Only(seen, "bi01"));
        }
    }

    [ServerTheory(Needs = ServerNeeds.Plans)]
    [InlineData(2016, "standard", false)]
    [InlineData(2025, "standard", false)]
    [InlineData(2022, "enterprise", true)]
    public async Task Rehearse_Workload_ShowsNothingMadeUp(int version, string edition, bool asAdministrator)
    {
        var server = await ObservedServer.StartAsync(version, edition);
        await using var observed = await ObservedServer.ObserveAsync(
            server,
            asAdministrator ? server.Administrator : ObservedServer.Watcher(server)
        );
        await observed.UntilAsync(seen => seen.Queries.Length > 4);

        await observed.Observer.WarmUpAsync(CancellationToken.None);

        var seen = observed.Observer.Refresh();
        Assert.NotEmpty(seen.Queries);
        Assert.All(seen.Queries, query => Assert.InRange(query.ProcessId, 51, short.MaxValue));
        Assert.DoesNotContain(observed.Observer.Notes, note => note.Contains("master", StringComparison.Ordinal));
        Assert.DoesNotContain(observed.Observer.Notes, note => note.Contains("GRANT", StringComparison.Ordinal));
        await observed.UntilAsync("Reports", query => query.Plan.State == PlanState.Known);
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022, "enterprise")]
    public async Task Poll_PlanNotInTheCache_IsPendingWithTheReasonAndComesBack(int version, string edition)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, edition);
        await observed.Server.FaultAsync("evict_plan query=gone");

        var gone = await observed.UntilAsync("Gone", query => query.Plan.Source.Length > 0);

        Assert.Equal(PlanState.Pending, gone.Plan.State);
        Assert.Contains("cache", gone.Plan.Source, StringComparison.Ordinal);
        await observed.Server.FaultAsync("evict_plan query=gone off");
        Assert.Equal(
            PlanShape.Scan,
            (await observed.UntilAsync("Gone", query => query.Plan.State == PlanState.Known)).Plan.Profile!.Shape
        );
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022, "enterprise")]
    public async Task Poll_SlowPlans_AreNotWaitedFor(int version, string edition)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, edition);
        await observed.Server.FaultAsync("plan_slow ms=3000");

        await observed.UntilAsync(seen => seen.Queries.Length > 4);
        for (var poll = 0; poll < 5; poll++)
            Assert.NotEmpty((await observed.PollAsync()).Queries);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Poll_PrimaryThatBecomesASecondary_IsObservedAndSaid(int version)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, "enterprise");
        await observed.UntilResourcesAsync(_ => true);
        Assert.DoesNotContain(observed.Observer.Notes, note => note.Contains("primary", StringComparison.Ordinal));
        await observed.Server.FaultAsync("read_only");

        await observed.UntilAsync(seen =>
            seen.Queries.Length > 4
            && observed.Observer.Notes.Any(note =>
                note.StartsWith("rgp_test: read-only here", StringComparison.Ordinal)
            )
        );
    }

    [ServerTheory]
    [InlineData(2022)]
    public async Task Cancel_AnybodysRequest_EndsTheSessionOnlyOfThatRequest(int version)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, "enterprise");
        var doomed = await observed.UntilAsync("Doomed", _ => true);

        Assert.NotNull(
            await observed.Observer.CancelAsync(
                doomed with
                {
                    Started = doomed.Started.AddSeconds(-1),
                },
                CancellationToken.None
            )
        );
        Assert.Null(await observed.Observer.CancelAsync(doomed, CancellationToken.None));

        await observed.UntilAsync(seen => seen.Queries.All(query => query.Id != doomed.Id));
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory]
    [InlineData(2022)]
    public async Task Cancel_SysadminsRequest_IsRefused(int version)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, "enterprise");
        var boss = await observed.UntilAsync("Studio", _ => true);

        var refusal = await observed.Observer.CancelAsync(
            boss with
            {
                Session = boss.Session with { IsSuperuser = false },
            },
            CancellationToken.None
        );

        Assert.Contains("sysadmin", refusal, StringComparison.Ordinal);
        await observed.UntilAsync("Studio", _ => true);
    }

    private static ObservedQuery Only(Observation seen, string host) =>
        Assert.Single(seen.Queries, query => query.Session.Host == host);
}
