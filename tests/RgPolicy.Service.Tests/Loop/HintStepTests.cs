using RgPolicy.Dbms;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

public sealed class HintStepTests : IAsyncDisposable
{
    private const string Policy = """
        language 1
        pool fast { cpu weight 1000 }
        pool slow { cpu weight 100 maxdop 4 grant 12.5% }
        pool late { cpu weight 100 maxdop 2 }
        class named -> slow when session.app = 'SSRS'
        class scan  -> slow when plan.shape = scan
        class old   -> late when request.elapsed > 1 h
        default -> fast
        """;

    private readonly LoopScene _scene = new();
    private readonly ScriptedHints _hints = new();
    private string _policy = Policy;

    public ValueTask DisposeAsync() => _hints.DisposeAsync();

    [Theory]
    [InlineData(25, "OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 50)")]
    [InlineData(50, "OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 25)")]
    [InlineData(100, "OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 12.5)")]
    [InlineData(12.5, "OPTION (MAXDOP 4)")]
    [InlineData(10, "OPTION (MAXDOP 4)")]
    public async Task PollTurn_ClassOfAPlan_WishesItsPoolsLimitsCountedFromTheGroups(double largest, string expected)
    {
        _scene.Observer.Resources = GrantScene.Resources(1000, (decimal)largest);

        Assert.Equal(
            new HintRequest("shop", "f", expected, "scan"),
            Assert.Single(await WishesAsync(_scene.Query(10, 1, PlanShape.Scan)))
        );
    }

    [Fact]
    public async Task PollTurn_GroupsLimitNotKnownYet_LeavesTheStatementsHintAsItIs()
    {
        _scene.Observer.Resources = null;

        Assert.Empty(await WishesAsync(_scene.Query(10, 1, PlanShape.Scan)));
    }

    [Fact]
    public async Task PollTurn_StatementSeenInTwoGroups_KeepsToTheLargerLimit()
    {
        var resources = GrantScene.Resources(1000, 25);
        _scene.Observer.Resources = resources with
        {
            Groups = [.. resources.Groups, new WorkloadGroupFacts(7, "rgp_wide", 2) { LargestGrantPercent = 50 }],
        };
        await using var steps = new LoopSteps(Parts(GovernorLevel.Enforce));
        _scene.Observer.Queries =
        [
            _scene.Query(10, 1, PlanShape.Scan),
            _scene.Query(11, 1, PlanShape.Scan) with
            {
                Group = 7,
            },
        ];
        await _scene.TurnsAsync(steps, 1);
        Assert.Equal("OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 25)", Assert.Single(_hints.Requests!).Hint);

        _scene.Observer.Queries = [_scene.Observer.Queries[0]];
        _scene.Time.Advance(TimeSpan.FromSeconds(2));
        await _scene.TurnsAsync(steps, 1);

        Assert.Equal("OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 25)", Assert.Single(_hints.Requests!).Hint);
    }

    [Fact]
    public async Task PollTurn_ClassOfTheSessionOrOfTheRequest_AsksForNone()
    {
        var named = _scene.Query(10, 1, PlanShape.Scan);
        named = named with { Session = named.Session with { App = "SSRS" } };
        var old = _scene.Query(11, 7200, PlanShape.Join);

        Assert.All(
            await WishesAsync(named, old with { Statement = old.Statement! with { Fingerprint = "g" } }),
            request => Assert.Null(request.Hint)
        );
    }

    [Fact]
    public async Task PollTurn_OneStatementInSeveralClasses_AsksForNone()
    {
        var named = _scene.Query(10, 1, PlanShape.Scan);
        named = named with { Session = named.Session with { App = "SSRS" } };

        Assert.Null(Assert.Single(await WishesAsync(named, _scene.Query(11, 1, PlanShape.Scan))).Hint);
    }

    [Fact]
    public async Task PollTurn_SomebodyWhoMayBeInAGroupRunsItToo_AsksForNone()
    {
        _scene.Observer.Resources = GrantScene.Resources(1000, 25);
        _policy = Policy.Replace(
            "session.app = 'SSRS'",
            @"session.group in ('CORP\Analysts')",
            StringComparison.Ordinal
        );
        var shop = _scene.Query(10, 1, PlanShape.Scan);
        var anna = _scene.Query(11, 1, PlanShape.Scan);
        anna = anna with { Session = anna.Session with { Login = @"CORP\anna" } };

        Assert.NotNull(Assert.Single(await WishesAsync(shop)).Hint);
        Assert.Null(Assert.Single(await WishesAsync(shop, anna)).Hint);
    }

    [Fact]
    public async Task PollTurn_StatementWhosePlanSomebodyStillWaitsFor_LeavesItsHintAsItIs() =>
        Assert.Empty(await WishesAsync(_scene.Query(10, 1, PlanShape.Scan), _scene.Query(12, 1, null)));

    [Fact]
    public async Task PollTurn_SysadminExemptOrUndecided_WishesNothing()
    {
        var scan = _scene.Query(10, 1, PlanShape.Scan);
        ObservedQuery[] queries =
        [
            scan with
            {
                Session = scan.Session with { IsSuperuser = true },
            },
            scan with
            {
                ProcessId = 11,
                Exemption = "the dedicated administrator connection",
            },
            _scene.Query(12, 1, null),
        ];

        Assert.Empty(await WishesAsync(queries));
    }

    [Fact]
    public async Task LoopSteps_Advise_NeverAsksForHints()
    {
        _hints.News.Add("nobody asked");
        await using var steps = new LoopSteps(Parts(GovernorLevel.Advise));
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 3);
        await steps.LetGoAsync(CancellationToken.None);

        Assert.Equal((0, false), (_hints.Requests!.Count, _hints.IsLetGo));
        Assert.DoesNotContain(_scene.Messages, message => message.Contains("nobody asked", StringComparison.Ordinal));
    }

    [Fact]
    public async Task LetGo_Enforce_ClearsHintsAndTellsTheNews()
    {
        await using var steps = new LoopSteps(Parts(GovernorLevel.Enforce));
        _hints.News.Add("0xAB in shop: its hint is cleared");
        await steps.LetGoAsync(CancellationToken.None);

        Assert.True(_hints.IsLetGo);
        Assert.Contains(_scene.Messages, message => message == "Hint: 0xAB in shop: its hint is cleared.");
    }

    private async Task<IReadOnlyList<HintRequest>> WishesAsync(params ObservedQuery[] queries)
    {
        await using var steps = new LoopSteps(Parts(GovernorLevel.Enforce));
        _scene.Observer.Queries = [.. queries];
        await _scene.TurnsAsync(steps, 1);
        return _hints.Requests!;
    }

    private LoopParts Parts(GovernorLevel level) =>
        _scene.Parts(level) with
        {
            Hints = _hints,
            ConnectSidecar = null,
            Program = LoopScene.Compile(_policy),
        };
}
