using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

public sealed class GovernorLoopTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private readonly LoopScene _scene = new();

    [Fact]
    public async Task Run_PlanArrivesBetweenPolls_IsEnforcedWithoutAnotherPoll()
    {
        await using var loop = new GovernorLoop(_scene.Parts(GovernorLevel.Enforce));
        using var cancellation = new CancellationTokenSource();
        var pending = _scene.Query(10, 1, null);
        _scene.Observer.Queries = [pending];
        var moved = _scene.Sidecar.NextMove;
        var run = loop.RunAsync(cancellation.Token);
        while (_scene.Sidecar.Count("heartbeat") == 0)
            await Task.Yield();

        _scene.Observer.PlanArrives([pending with { Plan = _scene.Query(10, 1, PlanShape.Scan).Plan }]);
        await moved.WaitAsync(Patience);

        Assert.Equal(1, _scene.Observer.Polls);
        await cancellation.CancelAsync();
        await run.WaitAsync(Patience);
    }

    [Fact]
    public async Task Run_Turn_LeavesNoTimeForDocumentsUntilItIsOver()
    {
        var (broker, polled) = (new StatusBroker(_scene.Time), new TaskCompletionSource());
        await using var loop = new GovernorLoop(_scene.Parts(GovernorLevel.Enforce) with { Broker = broker });
        using var cancellation = new CancellationTokenSource();
        _scene.Observer.Late = polled.Task;
        Assert.True(broker.Rest.WaitAsync(TimeSpan.Zero).IsCompleted);
        var run = loop.RunAsync(cancellation.Token);
        while (_scene.Observer.Polls == 0)
            await Task.Yield();

        var document = broker.Rest.WaitAsync(TimeSpan.Zero);
        Assert.False(document.IsCompleted);
        polled.SetResult();

        await document.WaitAsync(Patience);
        await cancellation.CancelAsync();
        await run.WaitAsync(Patience);
        Assert.True(broker.Rest.WaitAsync(TimeSpan.FromHours(1)).IsCompleted);
    }

    [Fact]
    public async Task Run_Cancelled_ReleasesEverything()
    {
        await using var loop = new GovernorLoop(_scene.Parts(GovernorLevel.Enforce));
        using var cancellation = new CancellationTokenSource();
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        var moved = _scene.Sidecar.NextMove;
        var run = loop.RunAsync(cancellation.Token);
        await moved.WaitAsync(Patience);
        await cancellation.CancelAsync();
        var summary = await run.WaitAsync(Patience);

        Assert.Equal(LoopEnd.Cancelled, summary.End);
        Assert.Empty(_scene.Sidecar.Placed);
        Assert.Equal("release", _scene.Sidecar.Calls[^1]);
    }

    [Fact]
    public async Task Run_ItsTimeIsUp_EndsAndReleases()
    {
        await using var loop = new GovernorLoop(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                Duration = TimeSpan.FromSeconds(1),
            }
        );
        var run = loop.RunAsync(CancellationToken.None);
        while (!run.IsCompleted)
        {
            _scene.Time.Advance(TimeSpan.FromMilliseconds(20));
            await Task.Delay(1);
        }

        var summary = await run;
        Assert.Equal(LoopEnd.Finished, summary.End);
        Assert.InRange(summary.Turns, 2, 11);
        Assert.Equal("release", _scene.Sidecar.Calls[^1]);
    }

    [Fact]
    public async Task PollTurn_PolicyBecomesBad_LastGoodOneStaysAndIsReported()
    {
        var path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName() + ".rgp");
        await File.WriteAllTextAsync(path, LoopScene.PolicyText);
        var file = new PolicyFile(path, TargetProfile.Generic, _scene.Time);
        var program = file.Load().Program!;
        await using var steps = new LoopSteps(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                PolicyFile = file,
                Options = new LoopOptions { Policy = path, Level = GovernorLevel.Enforce },
                Program = program,
            }
        );
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);

        await File.WriteAllTextAsync(path, "language 1\npool broken {");
        await _scene.TurnsUntilAsync(steps, () => steps.Summarise(LoopEnd.Finished, default).PolicyError is not null);
        var summary = steps.Summarise(LoopEnd.Finished, default);
        Assert.Equal(program.Revision, summary.Revision);
        Assert.Contains(path, summary.PolicyError, StringComparison.Ordinal);
        Assert.Equal([10], _scene.Sidecar.Placed.Keys);

        await File.WriteAllTextAsync(
            path,
            LoopScene.PolicyText.Replace("scan -> polluters", "scan -> critical", StringComparison.Ordinal)
        );
        await _scene.TurnsUntilAsync(steps, () => steps.Summarise(LoopEnd.Finished, default).PolicyError is null);
        await _scene.TurnsAsync(steps, 1);
        summary = steps.Summarise(LoopEnd.Finished, default);
        Assert.NotEqual(program.Revision, summary.Revision, StringComparer.Ordinal);
        Assert.Null(summary.PolicyError);
        Assert.Empty(_scene.Sidecar.Placed);
        File.Delete(path);
    }
}
