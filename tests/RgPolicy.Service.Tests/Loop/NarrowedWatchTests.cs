using System.Collections.Immutable;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Observing;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

public sealed class NarrowedWatchTests : IDisposable
{
    private readonly LoopScene _scene = new();
    private readonly ScriptedGlance _glance = new();
    private readonly Governor _governor = new(LoopScene.Compile(LoopScene.PolicyText), new GovernorOptions());

    public void Dispose() => _glance.Dispose();

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, false)]
    [InlineData(1, true)]
    [InlineData(2, false)]
    public async Task Look_AtANarrowedBackend_PollsOnlyIfItsStatementHasEnded(int sign, bool hasMovedOn)
    {
        using var watch = Narrowed();
        (_glance.Sign, _scene.Observer.HasMovedOn) = ((StatementSign)sign, hasMovedOn);

        Assert.InRange(watch.Pause!.Value, TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(15));
        Assert.Equal(_glance.Sign != StatementSign.Same, watch.Look());
        Assert.Equal(_glance.Sign != StatementSign.Same, watch.Sign.IsCompleted);
        if (!watch.Sign.IsCompleted) return;
        Assert.Equal(_glance.Sign == StatementSign.Ended || hasMovedOn, await watch.IsPollDueAsync(CancellationToken.None));
        Assert.Equal(_glance.Sign == StatementSign.MayHaveEnded ? 1 : 0, _scene.Observer.Asked);
    }

    [Fact]
    public async Task Look_AtABackendThatWaitsAllTheTime_AsksTheServerSeldom()
    {
        using var watch = Narrowed();
        _glance.Sign = StatementSign.MayHaveEnded;
        for (var i = 0; i < 125; i++)
        {
            if (watch.Look()) Assert.False(await watch.IsPollDueAsync(CancellationToken.None));
            _scene.Time.Advance(TimeSpan.FromMilliseconds(8));
        }

        Assert.InRange(_scene.Observer.Asked, 15, 30);
    }

    [Fact]
    public async Task Look_AtBackendsThatEndAllTheTime_PollsEarlyInBoundsOnly()
    {
        using var watch = Narrowed();
        _glance.Sign = StatementSign.Ended;
        var polls = 0;
        for (var i = 0; i < 125; i++)
        {
            if (watch.Look()) polls += await watch.IsPollDueAsync(CancellationToken.None) ? 1 : 0;
            watch.Follow(_governor);
            _scene.Time.Advance(TimeSpan.FromMilliseconds(8));
        }

        Assert.InRange(polls, 15, 30);
    }

    [Fact]
    public void Pause_NothingIsNarrowed_IsNone()
    {
        using var watch = Narrowed();
        Decide([]);
        watch.Follow(_governor);

        Assert.Null(watch.Pause);
        Assert.True(_glance.IsClosed);
    }

    [Fact]
    public void Pause_ProcessesAreHidden_IsNone()
    {
        using var watch = new NarrowedWatch(_scene.Parts(GovernorLevel.Enforce) with { Glance = _ => throw new UnauthorizedAccessException() });
        Decide([_scene.Query(10, 1, PlanShape.Scan)]);
        watch.Follow(_governor);

        Assert.Null(watch.Pause);
    }

    [Fact]
    public async Task Run_NarrowedBackendEndsItsStatement_IsLetGoBeforeTheNextPollIsDue()
    {
        await using var loop = new GovernorLoop(_scene.Parts(GovernorLevel.Enforce) with { Glance = _ => _glance });
        using var cancellation = new CancellationTokenSource();
        _scene.Observer.PollInterval = TimeSpan.FromSeconds(1);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        var moved = _scene.Sidecar.NextMove;
        var run = loop.RunAsync(cancellation.Token);
        await moved.WaitAsync(TimeSpan.FromSeconds(60));
        var began = _scene.Time.GetUtcNow();
        (_scene.Observer.Queries, _glance.Sign) = ([], StatementSign.Ended);
        while (_scene.Sidecar.Placed.Count > 0 && _scene.Time.GetUtcNow() - began < TimeSpan.FromMilliseconds(900))
        {
            _scene.Time.Advance(TimeSpan.FromMilliseconds(1));
            await Task.Delay(1);
        }

        Assert.Empty(_scene.Sidecar.Placed);
        await cancellation.CancelAsync();
        await run.WaitAsync(TimeSpan.FromSeconds(60));
    }

    /// <summary>One whose thread does not look: it would by the real time.</summary>
    private NarrowedWatch Narrowed()
    {
        Decide([_scene.Query(10, 1, PlanShape.Scan)]);
        var watch = new NarrowedWatch(_scene.Parts(GovernorLevel.Enforce) with { Glance = _ => _glance }) { LooksByItself = false };
        watch.Follow(_governor);
        return watch;
    }

    private void Decide(ImmutableArray<ObservedQuery> queries) => _governor.Decide(new Observation(_scene.Time.GetUtcNow(), queries));
}
