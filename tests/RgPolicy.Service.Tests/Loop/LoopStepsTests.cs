using RgPolicy.Engine.Sharing;
using RgPolicy.Host.Protocol;
using RgPolicy.Plans;
using RgPolicy.Service.Control;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

public sealed class LoopStepsTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-steps-").FullName;
    private readonly LoopScene _scene = new();

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Theory]
    [InlineData(GovernorLevel.Observe)]
    [InlineData(GovernorLevel.Advise)]
    public async Task PollTurn_BelowEnforce_NeverTouchesTheSidecar(object level)
    {
        await using var steps = _scene.Steps((GovernorLevel)level);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 5);
        await steps.LetGoAsync(CancellationToken.None);

        Assert.Empty(_scene.Sidecar.Calls);
        Assert.Equal(5, steps.Turns);
    }

    [Fact]
    public async Task PollTurn_ProblemsOfAPoolAndOfAMove_NameThePool()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Sidecar.Problems = ["cache: resctrl is not mounted here"];
        _scene.Sidecar.Answer = MoveStatus.Failed;
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);

        Assert.Contains("Pool polluters: cache: resctrl is not mounted here", _scene.Messages, StringComparer.Ordinal);
        Assert.Contains(
            "Process 10 could not be put into pool polluters (Failed): ",
            _scene.Messages,
            StringComparer.Ordinal
        );
    }

    [Fact]
    public async Task PollTurn_PollIsLate_TheLeaseIsKeptMeanwhileAndNothingIsLetGo()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 2);
        var (before, late) = (_scene.Sidecar.Count("heartbeat"), new TaskCompletionSource());
        _scene.Observer.Late = late.Task;

        var turn = steps.PollTurnAsync(CancellationToken.None);
        for (var heard = 1; heard <= 4; heard++)
        {
            Assert.False(turn.IsCompleted);
            _scene.Time.Advance(TimeSpan.FromMilliseconds(400));
            await UntilAsync(() => _scene.Sidecar.Count("heartbeat") == before + heard);
        }

        late.SetResult();
        await turn;
        Assert.Equal(0, steps.Health.TotalFailures);
        Assert.NotEmpty(_scene.Sidecar.Placed);
    }

    [Fact]
    public async Task PollTurn_PollComesBackNeverAtItsLimit_TheLeaseIsNotKeptForEver()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        await _scene.TurnsAsync(steps, 1);
        var (before, late) = (_scene.Sidecar.Count("heartbeat"), new TaskCompletionSource());
        _scene.Observer.Late = late.Task;
        _scene.Observer.IgnoresCancellation = true;

        var turn = steps.PollTurnAsync(CancellationToken.None);
        for (var beat = 0; beat < 20; beat++)
        {
            _scene.Time.Advance(TimeSpan.FromMilliseconds(400));
            await Task.Delay(10);
        }

        Assert.InRange(_scene.Sidecar.Count("heartbeat") - before, 1, 5);
        late.SetResult();
        await turn;
    }

    [Fact]
    public async Task PollTurn_ServerIsLost_ItsPartOfTheHostIsFreeUntilTheFirstGoodPoll()
    {
        using var tenant = new SharedHost().Join("maria", null);
        await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Enforce) with { Tenant = tenant });
        await _scene.TurnsAsync(steps, 1);
        Assert.False(tenant.IsAside);

        _scene.Observer.Failure = "gone";
        await _scene.TurnsAsync(steps, 1);
        Assert.False(tenant.IsAside);
        _scene.Time.Advance(PollHealth.Grace);
        await _scene.TurnsAsync(steps, 1);
        Assert.True(tenant.IsAside);

        _scene.Observer.Failure = null;
        await _scene.TurnsAsync(steps, 1);
        Assert.False(tenant.IsAside);
    }

    [Fact]
    public async Task PollTurn_Paused_ItsPartOfTheHostIsFreeUntilItGoesOn()
    {
        using var tenant = new SharedHost().Join("maria", null);
        var pause = new PauseSwitch(Path.Combine(_directory, "paused"));
        await using var steps = new LoopSteps(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                Tenant = tenant,
                Pause = pause,
            }
        );
        pause.TurnOn("uid 0", _scene.Time.GetUtcNow());
        await _scene.TurnsAsync(steps, 1);
        Assert.True(tenant.IsAside);

        pause.TurnOff();
        await _scene.TurnsAsync(steps, 1);
        Assert.False(tenant.IsAside);
    }

    private static async Task UntilAsync(Func<bool> holds)
    {
        var clock = System.Diagnostics.Stopwatch.StartNew();
        while (!holds())
        {
            Assert.True(clock.Elapsed < TimeSpan.FromSeconds(60));
            await Task.Delay(1);
        }
    }

    [Fact]
    public async Task PollTurn_NoteComesAndGoes_IsLoggedBothWaysAndOnce()
    {
        await using var steps = _scene.Steps(GovernorLevel.Observe);
        _scene.Observer.Notes = ["the server is a standby", "a leaner query is used"];
        await _scene.TurnsAsync(steps, 3);
        _scene.Observer.Notes = ["the server is a standby"];
        await _scene.TurnsAsync(steps, 3);

        Assert.Single(_scene.Messages, m => m == "the server is a standby");
        Assert.Single(_scene.Messages, m => m == "a leaner query is used");
        Assert.Single(_scene.Messages, m => m == "No longer so: a leaner query is used");
        Assert.DoesNotContain(_scene.Messages, m => m == "No longer so: the server is a standby");
    }

    [Fact]
    public async Task PollTurn_SidecarServesAnother_SaysWhoHasTheLease()
    {
        await using var steps = new LoopSteps(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                ConnectSidecar = _ => throw new SidecarException("process 12 has the lease; one client at a time"),
            }
        );
        await _scene.TurnsAsync(steps, 2);

        Assert.Single(
            _scene.Messages,
            message =>
                message.Contains(
                    "Nothing is governed until the sidecar serves this service. process 12 has the lease",
                    StringComparison.Ordinal
                )
        );
    }

    [Fact]
    public async Task PollTurn_Advise_SaysWhatWouldBeDone()
    {
        await using var steps = _scene.Steps(GovernorLevel.Advise);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);

        Assert.Contains(_scene.Messages, each => each.StartsWith("Would move", StringComparison.Ordinal));
    }

    [Fact]
    public async Task PollTurn_Scan_IsMovedOnceAndReturnedWhenItEnds()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan), _scene.Query(11, 1, PlanShape.Oltp)];
        await _scene.TurnsAsync(steps, 5);

        Assert.Equal(1, _scene.Sidecar.Count("move"));
        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
        _scene.Observer.Queries = [];
        await _scene.TurnsAsync(steps, 1);
        Assert.Empty(_scene.Sidecar.Placed);
    }

    [Fact]
    public async Task PollTurn_EachCompletedTurn_IsFollowedByExactlyOneHeartbeat()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        await _scene.TurnsAsync(steps, 4);
        _scene.Time.Advance(TimeSpan.FromSeconds(30));

        Assert.Equal(4, _scene.Sidecar.Count("heartbeat"));
        Assert.Equal("heartbeat", _scene.Sidecar.Calls[^1]);
    }

    [Fact]
    public async Task PollTurn_FailedPolls_HoldForFiveSecondsThenLetGo()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);
        _scene.Observer.Failure = "no answer";
        await _scene.TurnsAsync(steps, 50);

        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
        Assert.Equal(51, _scene.Sidecar.Count("heartbeat"));
        await _scene.TurnsAsync(steps, 20);
        Assert.Empty(_scene.Sidecar.Placed);
        Assert.Equal(1, _scene.Sidecar.Count("release"));
        Assert.Equal(51, _scene.Sidecar.Count("heartbeat"));
        Assert.Equal(1, _scene.Sidecar.Count("move"));
    }

    [Fact]
    public async Task PollTurn_PollsSucceedAgain_EverythingIsPlacedAnew()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);
        _scene.Observer.Failure = "no answer";
        await _scene.TurnsAsync(steps, 80);
        _scene.Observer.Failure = null;
        await _scene.TurnsAsync(steps, 2);

        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
        Assert.Equal(2, _scene.Sidecar.Count("configure"));
        Assert.Contains(_scene.Messages, each => each.Contains("can be observed again", StringComparison.Ordinal));
    }

    [Fact]
    public async Task PollTurn_ProcessVanishesWhilePollsFail_IsForgotten()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan), _scene.Query(12, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);
        _scene.Observer.Failure = "no answer";
        _scene.Vanished.Add(10);
        await _scene.TurnsAsync(steps, 2);
        var moves = _scene.Sidecar.Count("move");
        _scene.Observer.Failure = null;
        _scene.Observer.Queries = [_scene.Observer.Queries[1]];
        await _scene.TurnsAsync(steps, 1);

        Assert.Equal(moves, _scene.Sidecar.Count("move"));
    }

    [Fact]
    public async Task PollTurn_SidecarDiesAndReturns_ConfiguresAndMovesAgain()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 2);
        _scene.Sidecar.Die();
        await _scene.TurnsAsync(steps, 20);
        Assert.Empty(_scene.Sidecar.Placed);
        Assert.InRange(_scene.Sidecar.Count("connect"), 3, 8);
        _scene.Sidecar.Return();
        await _scene.TurnsAsync(steps, 25);

        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
        Assert.Equal(2, _scene.Sidecar.Count("configure"));
    }

    [Fact]
    public async Task PollTurn_QueryEndsWhileSidecarIsGone_IsNotMovedLater()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 2);
        _scene.Sidecar.Die();
        await _scene.TurnsAsync(steps, 2);
        _scene.Observer.Queries = [];
        await _scene.TurnsAsync(steps, 2);
        _scene.Sidecar.Return();
        await _scene.TurnsAsync(steps, 25);

        Assert.Empty(_scene.Sidecar.Placed);
    }

    [Fact]
    public async Task PollTurn_MoveIsRefused_IsReportedAndCounted()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Sidecar.Answer = MoveStatus.Refused;
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);

        Assert.Equal(1, steps.Summarise(LoopEnd.Finished, default).MovesFailed);
        Assert.Contains(_scene.Messages, each => each.Contains("Refused", StringComparison.Ordinal));
    }

    [Fact]
    public async Task PollTurn_YoungQuery_IsNotMovedBeforeItIsOldEnough()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Observer.Queries = [_scene.Query(10, 0.005, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);
        Assert.Equal(0, _scene.Sidecar.Count("move"));
        await _scene.TurnsAsync(steps, 1);
        Assert.Equal(1, _scene.Sidecar.Count("move"));
    }

    [Fact]
    public async Task Reactions_QueryThatLives_AreMeasuredFromItsStart()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        await _scene.TurnsAsync(steps, 1);
        _scene.Observer.Queries = [_scene.Query(10, 0.05, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 5);

        Assert.Equal(1, steps.Reactions.All.Count);
        Assert.Equal(1, steps.Reactions.PlanCached.Count);
        Assert.InRange(steps.Reactions.All.Maximum.TotalMilliseconds, 49, 51);
    }
}
