using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

/// <summary>Who has run for long when the service starts is not cancelled before anybody could look.</summary>
public sealed class CancelGraceTests
{
    private const string Impatient = """
        language 1
        pool slow { cpu weight 100 }
        default -> slow
        rule long on class default { when request.elapsed > 10 min then cancel }
        """;

    private readonly LoopScene _scene = new();

    [Fact]
    public async Task PollTurn_LongQueryAtTheStart_IsCancelledAfterTheUsualMinute()
    {
        await using var steps = new LoopSteps(Parts());
        _scene.Observer.Queries = [_scene.Query(10, 3600, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 3);
        _scene.Time.Advance(TimeSpan.FromSeconds(45));
        await _scene.TurnsAsync(steps, 3);

        Assert.Empty(_scene.Observer.Cancelled);
        Assert.Contains(
            _scene.Messages,
            message => message.Contains("in the first 60 s after the start", StringComparison.Ordinal)
        );
        _scene.Time.Advance(TimeSpan.FromSeconds(46));
        await _scene.TurnsAsync(steps, 3);
        Assert.Single(_scene.Observer.Cancelled);
    }

    [Fact]
    public async Task PollTurn_NoGrace_CancelsAtOnce()
    {
        await using var steps = new LoopSteps(Parts(TimeSpan.Zero));
        _scene.Observer.Queries = [_scene.Query(10, 3600, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 3);

        Assert.Single(_scene.Observer.Cancelled);
    }

    private LoopParts Parts(TimeSpan? grace = null) =>
        _scene.Parts(GovernorLevel.Enforce) with
        {
            Program = LoopScene.Compile(Impatient),
            Options = new LoopOptions
            {
                Policy = "test.rgp",
                Level = GovernorLevel.Enforce,
                MayCancel = true,
                CancelGrace = grace ?? LoopOptions.UsualCancelGrace,
            },
        };
}
