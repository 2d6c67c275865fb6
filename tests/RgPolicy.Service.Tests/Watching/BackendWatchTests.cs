using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Watching;

namespace RgPolicy.Service.Tests.Watching;

public sealed class BackendWatchTests : IDisposable
{
    private static readonly TimeSpan Glances = TimeSpan.FromMilliseconds(5);
    private readonly LoopScene _scene = new();
    private readonly ScriptedGlance _glance = new();
    private readonly Governor _governor = new(LoopScene.Compile(LoopScene.PolicyText), new GovernorOptions());

    private int _opened;

    public void Dispose() => _glance.Dispose();

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, false)]
    [InlineData(1, true)]
    [InlineData(2, false)]
    public async Task Look_AtAThrottledBackend_PollsOnlyIfItsStatementHasEnded(int sign, bool hasMovedOn)
    {
        using var watch = Throttled();
        (_glance.Sign, _scene.Observer.HasMovedOn) = ((StatementState)sign, hasMovedOn);

        Assert.InRange(watch.Pause!.Value, TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(15));
        Assert.Equal(_glance.Sign != StatementState.Same, watch.Look());
        Assert.Equal(_glance.Sign != StatementState.Same, watch.Sign.IsCompleted);
        if (!watch.Sign.IsCompleted)
            return;
        Assert.Equal(
            _glance.Sign == StatementState.Ended || hasMovedOn,
            await watch.IsPollDueAsync(CancellationToken.None)
        );
        Assert.Equal(_glance.Sign == StatementState.MayHaveEnded ? 1 : 0, _scene.Observer.Asked);
    }

    [Fact]
    public async Task Look_AtABackendThatWaitsAllTheTime_AsksTheServerSeldom()
    {
        using var watch = Throttled();
        _glance.Sign = StatementState.MayHaveEnded;
        for (var i = 0; i < 125; i++)
        {
            if (watch.Look())
                Assert.False(await watch.IsPollDueAsync(CancellationToken.None));
            _scene.Time.Advance(TimeSpan.FromMilliseconds(8));
        }

        Assert.InRange(_scene.Observer.Asked, 15, 30);
    }

    [Fact]
    public async Task Look_AtBackendsThatEndAllTheTime_PollsEarlyInBoundsOnly()
    {
        using var watch = Throttled();
        _glance.Sign = StatementState.Ended;
        var polls = 0;
        for (var i = 0; i < 125; i++)
        {
            if (watch.Look())
                polls += await watch.IsPollDueAsync(CancellationToken.None) ? 1 : 0;
            watch.Follow(_governor);
            _scene.Time.Advance(TimeSpan.FromMilliseconds(8));
        }

        Assert.InRange(polls, 15, 30);
    }

    [Fact]
    public void Pause_NothingWasThrottledForSeconds_IsNone()
    {
        using var watch = Throttled();
        Decide([]);
        watch.Follow(_governor);
        Assert.NotNull(watch.Pause);
        _scene.Time.Advance(TimeSpan.FromSeconds(6));
        watch.Follow(_governor);

        Assert.Null(watch.Pause);
        Assert.True(_glance.IsClosed);
    }

    [Fact]
    public void Pause_ProcessesAreHidden_IsNone()
    {
        using var watch = Watch(_ => throw new UnauthorizedAccessException());
        Decide([_scene.Query(10, 1, PlanShape.Scan)]);
        watch.Follow(_governor);

        Assert.Null(watch.Pause);
    }

    [Fact]
    public async Task Run_ThrottledBackendEndsItsStatement_IsLetGoBeforeTheNextPollIsDue()
    {
        await using var loop = new GovernorLoop(_scene.Parts(GovernorLevel.Enforce) with { Glance = _ => _glance });
        using var cancellation = new CancellationTokenSource();
        _scene.Observer.PollInterval = TimeSpan.FromSeconds(1);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        var moved = _scene.Sidecar.NextMove;
        var run = loop.RunAsync(cancellation.Token);
        await moved.WaitAsync(TimeSpan.FromSeconds(60));
        var began = _scene.Time.GetUtcNow();
        (_scene.Observer.Queries, _glance.Sign) = ([], StatementState.Ended);
        while (_scene.Sidecar.Placed.Count > 0 && _scene.Time.GetUtcNow() - began < TimeSpan.FromMilliseconds(900))
        {
            _scene.Time.Advance(TimeSpan.FromMilliseconds(1));
            await Task.Delay(1);
        }

        Assert.Empty(_scene.Sidecar.Placed);
        await cancellation.CancelAsync();
        await run.WaitAsync(TimeSpan.FromSeconds(60));
    }

    [Fact]
    public async Task Look_RecentlyThrottledBackendWorksFor20Ms_PollIsDueOnce()
    {
        using var watch = Throttled();
        LetGo(watch);
        _glance.Sign = StatementState.Same;

        Assert.False(watch.Look());
        _scene.Time.Advance(TimeSpan.FromMilliseconds(19));
        Assert.False(watch.Look());
        _scene.Time.Advance(TimeSpan.FromMilliseconds(1));
        Assert.True(watch.Look());
        Assert.True(await watch.IsPollDueAsync(CancellationToken.None));
        watch.Follow(_governor);
        _scene.Time.Advance(TimeSpan.FromMilliseconds(50));
        Assert.False(watch.Look());
    }

    [Fact]
    public void Look_RecentlyThrottledBackendIsAtWorkInTheTurnAlready_NoPollIsDue()
    {
        using var watch = Throttled();
        Decide([_scene.Query(10, 1, PlanShape.Oltp)]);
        watch.Follow(_governor);
        _glance.Sign = StatementState.MayHaveEnded;
        _scene.Time.Advance(TimeSpan.FromMilliseconds(50));
        watch.Look();
        _scene.Time.Advance(TimeSpan.FromMilliseconds(50));

        Assert.False(watch.Look());
    }

    [Fact]
    public void Look_RecentlyThrottledBackendRunsShortStatements_NoPollIsDue()
    {
        using var watch = Throttled();
        LetGo(watch);
        for (var i = 0; i < 200; i++)
        {
            _glance.Sign = i % 3 == 0 ? StatementState.Ended : StatementState.MayHaveEnded;
            Assert.False(watch.Look());
            _scene.Time.Advance(Glances);
        }
    }

    [Fact]
    public void Look_RecentlyThrottledBackendBeginsAgainAndAgain_PollsEarlyInBoundsOnly()
    {
        using var watch = Throttled();
        LetGo(watch);
        var polls = 0;
        for (var i = 0; i < 800; i++)
        {
            _glance.Sign = i % 8 == 0 ? StatementState.Ended : StatementState.Same;
            if (watch.Look())
                polls++;
            watch.Follow(_governor);
            _scene.Time.Advance(Glances);
        }

        Assert.InRange(polls, 30, 80);
    }

    [Fact]
    public void Look_EarlyPollsAreUsedUpForWhatBegins_OneThatEndedIsPolledAllTheSame()
    {
        var (early, rest) = (new EarlyPolls(_scene.Time), TimeSpan.FromSeconds(1));
        for (var i = 0; i < 20; i++)
        {
            early.Polled();
            early.Shorten(rest, TimeSpan.FromMilliseconds(10));
        }

        early.Polled();
        Assert.Equal(rest, early.Shorten(rest, TimeSpan.FromMilliseconds(10)));
        Decide([_scene.Query(10, 1, PlanShape.Scan)]);
        using var watch = new BackendWatch(_scene.Observer, Open, early.Allowance, _scene.Time)
        {
            LooksByItself = false,
        };
        watch.Follow(_governor);
        _glance.Sign = StatementState.Ended;

        Assert.True(watch.Look());
    }

    [Fact]
    public void Follow_RecentlyThrottledBackendIsThrottledAgain_IsWatchedForItsEnd()
    {
        using var watch = Throttled();
        LetGo(watch);
        Decide([_scene.Query(10, 1, PlanShape.Scan)]);
        watch.Follow(_governor);
        Assert.Equal(1, _opened);
        _glance.Sign = StatementState.Ended;

        Assert.True(watch.Look());
    }

    [Fact]
    public async Task Run_QueryIsTooYoungAtThePoll_IsMovedWhenItIsOldEnough()
    {
        await using var loop = new GovernorLoop(_scene.Parts(GovernorLevel.Enforce) with { Glance = _ => _glance });
        using var cancellation = new CancellationTokenSource();
        _scene.Observer.PollInterval = TimeSpan.FromSeconds(10);
        _scene.Observer.Queries = [_scene.Query(10, 0.005, PlanShape.Scan)];
        var (moved, began) = (_scene.Sidecar.NextMove, _scene.Time.GetUtcNow());
        var run = loop.RunAsync(cancellation.Token);
        while (!moved.IsCompleted && _scene.Time.GetUtcNow() - began < TimeSpan.FromSeconds(5))
        {
            _scene.Time.Advance(TimeSpan.FromMilliseconds(1));
            await Task.Delay(1);
        }

        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
        Assert.Equal(2, _scene.Observer.Polls);
        await cancellation.CancelAsync();
        await run.WaitAsync(TimeSpan.FromSeconds(60));
    }

    /// <summary>One whose thread does not look: it would by the real time.</summary>
    private BackendWatch Throttled()
    {
        Decide([_scene.Query(10, 1, PlanShape.Scan)]);
        var watch = Watch(Open);
        watch.Follow(_governor);
        return watch;
    }

    private BackendWatch Watch(Func<int, IBackendGlance> open) =>
        new(_scene.Observer, open, new EarlyPolls(_scene.Time).Allowance, _scene.Time) { LooksByItself = false };

    private ScriptedGlance Open(int processId)
    {
        _opened++;
        return _glance;
    }

    private void LetGo(BackendWatch watch)
    {
        Decide([]);
        watch.Follow(_governor);
        _glance.Sign = StatementState.Ended;
        watch.Look();
    }

    private void Decide(ImmutableArray<ObservedQuery> queries) =>
        _governor.Decide(new Observation(_scene.Time.GetUtcNow(), queries));
}
