using System.Collections.Frozen;
using RgPolicy.Dbms;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

/// <summary>Hints that rules ask for: less for a statement that ran too long, or what another pool gives.</summary>
public sealed class HintRuleTests : IAsyncDisposable
{
    private const string Shrunk = "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 25)";
    private const string Quarantined = "OPTION (MAXDOP 1)";
    private static readonly TargetProfile Target = TargetProfile.Generic with
    {
        DbmsKind = "sqlserver",
        DbmsVersion = [16],
    };
    private static readonly MemoryGrant Grant = new(64, 64, 64, 64, 64, null);

    private readonly LoopScene _scene = new();
    private readonly ScriptedHints _hints = new();

    public ValueTask DisposeAsync() => _hints.DisposeAsync();

    [Fact]
    public async Task PollTurn_Shrunk_WishesHalfOfWhatTheFirstExecutionHadAndDoesNotHalveAgain()
    {
        await using var steps = Steps("shrink next");
        await RunAsync(steps, _scene.Query(10, 61, PlanShape.Join), dop: 4);
        Assert.Null(Request().Hint);

        await RunAsync(steps, _scene.Observer.Queries[0], dop: 4);
        Assert.Equal(
            new HintRequest("shop", "f", Shrunk, "default")
            {
                Lasts = TimeSpan.FromHours(1) - TimeSpan.FromSeconds(1),
                Rule = "long",
            },
            Request()
        );

        // The next execution runs with the hint, and is too long once more.
        await RunAsync(steps, _scene.Query(11, 0, PlanShape.Join), dop: 2);
        await RunAsync(steps, _scene.Query(11, 62, PlanShape.Join), dop: 2);
        await RunAsync(steps, _scene.Observer.Queries[0], dop: 2);
        Assert.Equal(Shrunk, Request().Hint);
    }

    [Theory]
    [InlineData(512, 25, "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 25)")]
    [InlineData(512, 50, "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 12.5)")]
    [InlineData(96, 100, "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 33.33)")]
    [InlineData(64, 25, "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 50)")]
    [InlineData(10_000_000, 25, "OPTION (MAXDOP 2, MAX_GRANT_PERCENT = 0.01)")]
    public async Task PollTurn_Shrunk_WishesHalfOfItsOwnGrantAsAShareOfTheLargest(
        long workspace,
        int largest,
        string expected
    )
    {
        await using var steps = Steps("shrink next");
        var query = _scene.Query(10, 61, PlanShape.Join);
        await RunAsync(steps, query, dop: 4, workspace, largest);
        await RunAsync(steps, query, dop: 4, workspace, largest);

        Assert.Equal(expected, Request().Hint);
    }

    [Fact]
    public async Task PollTurn_ShrunkStatementOfAClassWithAHint_AsksForHalfOfThat()
    {
        await using var steps = Steps("shrink next");
        await RunAsync(steps, _scene.Query(10, 61, PlanShape.Scan), dop: 8);
        await RunAsync(steps, _scene.Observer.Queries[0], dop: 8);

        Assert.Equal("OPTION (MAXDOP 3, MAX_GRANT_PERCENT = 25)", Request().Hint);
    }

    [Fact]
    public async Task PollTurn_ResourcesUnknownOrOfAnEarlierRequest_WaitsForThem()
    {
        await using var steps = Steps("shrink next");
        await RunAsync(steps, _scene.Query(10, 61, PlanShape.Join), dop: 4);
        _scene.Observer.Resources = null;
        await TurnAsync(steps);
        Assert.Null(Request().Hint);

        await RunAsync(steps, _scene.Query(12, 70, PlanShape.Join), dop: 8);
        Assert.Null(Request().Hint);
        await RunAsync(steps, _scene.Observer.Queries[0], dop: 8);
        Assert.Equal("OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 25)", Request().Hint);
    }

    [Fact]
    public async Task PollTurn_Quarantined_WishesTheHintOfThatPoolUntilItsEnd()
    {
        await using var steps = Steps("quarantine fingerprint to late for 5 min");
        await RunAsync(steps, _scene.Query(10, 61, PlanShape.Scan), dop: 8);
        Assert.Equal(
            new HintRequest("shop", "f", Quarantined, "scan") { Lasts = TimeSpan.FromMinutes(5), Rule = "long" },
            Request()
        );
        _scene.Time.Advance(TimeSpan.FromMinutes(5));
        await RunAsync(steps, _scene.Query(11, 1, PlanShape.Scan), dop: 1);
        Assert.Equal(new HintRequest("shop", "f", "OPTION (MAXDOP 6, MAX_GRANT_PERCENT = 80)", "scan"), Request());
    }

    [Fact]
    public async Task PollTurn_ShrunkAndQuarantined_WishesTheHintOfThePool()
    {
        await using var steps = Steps(
            "shrink next\n when request.elapsed > 2 min then quarantine fingerprint to late for 5 min"
        );
        await RunAsync(steps, _scene.Query(10, 61, PlanShape.Join), dop: 8);
        await RunAsync(steps, _scene.Observer.Queries[0], dop: 8);
        Assert.Equal("OPTION (MAXDOP 4, MAX_GRANT_PERCENT = 25)", Request().Hint);
        await RunAsync(steps, _scene.Query(10, 121, PlanShape.Join), dop: 8);

        Assert.Equal(Quarantined, Request().Hint);
    }

    private HintRequest Request() => Assert.Single(_hints.Requests!);

    private async Task RunAsync(
        LoopSteps steps,
        ObservedQuery query,
        int dop,
        long workspace = 512,
        decimal largest = 25
    )
    {
        _scene.Observer.Queries = [query];
        var requests = new Dictionary<int, RequestResources>
        {
            [query.ProcessId] = new() { Dop = dop, Grant = Grant },
        };
        _scene.Observer.Resources = GrantScene.Resources(workspace, largest) with
        {
            Requests = requests.ToFrozenDictionary(),
            ReadAt = _scene.Time.GetUtcNow(),
        };
        await TurnAsync(steps);
    }

    private async Task TurnAsync(LoopSteps steps)
    {
        await steps.PollTurnAsync(CancellationToken.None);
        _scene.Time.Advance(TimeSpan.FromSeconds(1));
    }

    private LoopSteps Steps(string action) =>
        new(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                Hints = _hints,
                ConnectSidecar = null,
                Program = LoopScene.Compile(
                    $$"""
                    language 1
                    pool fast { cpu weight 1000 }
                    pool slow { cpu weight 100 maxdop 6 grant 20% }
                    pool late { cpu weight 100 maxdop 1 }
                    class scan -> slow when plan.shape = scan
                    default -> fast
                    rule long on class scan, default { when request.elapsed > 1 min then {{action}} }
                    """,
                    Target
                ),
            }
        );
}
