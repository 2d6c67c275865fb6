using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

/// <summary>The DBMS's clock is set while the loop governs: no query ages by it, and the loop goes on as
/// before.</summary>
public sealed class ClockJumpTests
{
    private const string Impatient = """
        language 1
        pool slow { cpu weight 100 }
        window night = mon..sun 22:00..06:00 "Etc/UTC"
        class nightly -> slow when plan.shape = scan and during night
        class scan -> slow when plan.shape = scan
        default -> slow
        rule long on class scan { when request.elapsed > 10 min then cancel }
        """;

    private readonly LoopScene _scene = new();

    [Theory]
    [InlineData(3600)]
    [InlineData(-3600)]
    [InlineData(86_400 * 200)]
    public async Task PollTurn_ClockIsSet_CancelsNobodyBeforeTheirTimeAndEveryoneAtIt(double seconds)
    {
        await using var steps = new LoopSteps(Parts());
        var old = _scene.Query(10, 60, PlanShape.Scan);
        _scene.Observer.Queries = [old];
        await _scene.TurnsAsync(steps, 3);

        _scene.Observer.ClockAhead = TimeSpan.FromSeconds(seconds);
        var fresh = _scene.Query(11, 0, PlanShape.Scan);
        fresh = fresh with { Started = fresh.Started + _scene.Observer.ClockAhead };
        _scene.Observer.Queries = [old, fresh];
        await _scene.TurnsAsync(steps, 3);

        Assert.Empty(_scene.Observer.Cancelled);
        Assert.Equal(TimeSpan.FromSeconds(seconds), steps.Timeline.LastJump);
        Assert.Contains(_scene.Messages, message => message.Contains("clock jumped", StringComparison.Ordinal));
        await AfterAsync(steps, minutes: 9.2);
        Assert.Same(old, Assert.Single(_scene.Observer.Cancelled));
        await AfterAsync(steps, minutes: 1);
        Assert.Same(fresh, _scene.Observer.Cancelled[^1]);
    }

    [Fact]
    public async Task PollTurn_ClockIsSetIntoAWindow_FollowsTheWindow()
    {
        var current = "";
        await using var steps = new LoopSteps(Parts() with { ReportTurn = turn => current = ClassOfOnly(turn) });
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 2);
        Assert.Equal("scan", current);

        _scene.Observer.ClockAhead = TimeSpan.FromHours(13);
        await _scene.TurnsAsync(steps, 2);

        Assert.Equal("nightly", current);
    }

    private static string ClassOfOnly(TurnReport turn) =>
        turn.Governor.Program.Policy.Classes[Assert.Single(turn.Governor.Queries).Decision.ClassIndex].Name;

    private LoopParts Parts() =>
        _scene.Parts(GovernorLevel.Enforce) with
        {
            Program = LoopScene.Compile(Impatient),
            Options = new LoopOptions
            {
                Policy = "test.rgp",
                Level = GovernorLevel.Enforce,
                MayCancel = true,
            },
        };

    private async Task AfterAsync(LoopSteps steps, double minutes)
    {
        _scene.Time.Advance(TimeSpan.FromMinutes(minutes));
        await _scene.TurnsAsync(steps, 1);
    }
}
