using RgPolicy.Plans;
using RgPolicy.Service.Control;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web;
using RgPolicy.Testing;

namespace RgPolicy.Service.Tests.Minutes;

public sealed class MinuteFollowerTests
{
    private readonly LoopScene _scene = new();

    [Fact]
    public async Task Follow_LoopThatGoverns_KeepsWhatEnded()
    {
        var broker = new StatusBroker(_scene.Time);
        await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Enforce) with { Broker = broker });
        await using var follower = new MinuteFollower(broker, null, _scene.Time, _scene);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        for (var second = 0; second < 150; second++)
        {
            if (second == 5)
                _scene.Observer.Queries = [];

            await _scene.TurnsAsync(steps, 10);
            await Task.Delay(2);
        }

        await _scene.TurnsUntilAsync(steps, () => Kept(follower).Exists(each => each.HasDurations));
        var scan = Kept(follower).First(each => each.HasDurations);

        Assert.Equal(("scan", true), (scan.Class, scan.IsGoverned));
        Assert.InRange(scan.Durations.Maximum.TotalSeconds, 1, 10);
        Assert.False(broker.IsLookedAt);
    }

    [Fact]
    public async Task Follow_LoopThatIsPaused_EffectHasBothTimes()
    {
        var directory = Directory.CreateTempSubdirectory("rgp-follow-").FullName;
        var broker = new StatusBroker(_scene.Time);
        await using (
            var steps = new LoopSteps(
                _scene.Parts(GovernorLevel.Enforce) with
                {
                    Broker = broker,
                    Pause = new PauseSwitch(Path.Combine(directory, "paused")),
                }
            )
        )
        await using (var follower = new MinuteFollower(broker, null, _scene.Time, _scene))
        {
            _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
            await _scene.TurnsUntilAsync(
                steps,
                () => Kept().Any(each => each.Host.GovernedSeconds > 0 && each.Host.Throttled > 0)
            );
            var pausing = broker.AskAsync(new StatusQuestion(StatusQuestionKind.Pause), CancellationToken.None);
            while (!pausing.IsCompleted)
            {
                await steps.AnswerQuestionsAsync(CancellationToken.None);
                await _scene.TurnsAsync(steps, 1);
            }

            await _scene.TurnsUntilAsync(steps, () => Kept() is [.., { Host.GovernedSeconds: 0 }]);

            Assert.Matches(
                "Enforced for [1-9][^,]*, not enforced for [1-9]",
                await PageAsync(broker, follower, "/effect/hour")
            );
            Assert.All(Kept()[^1].Pools, pool => Assert.Equal(1, pool.Share));

            IReadOnlyList<MinuteSpan> Kept() => follower.Store.Read(TimeSpan.FromHours(1));
        }

        Directory.Delete(directory, recursive: true);
    }

    [Fact]
    public async Task Follow_MinuteThatCannotBeCounted_IsSaidAndTheNextAreKept()
    {
        var broker = new StatusBroker(_scene.Time);
        await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Enforce) with { Broker = broker });
        await using var follower = new MinuteFollower(broker, null, _scene.Time, _scene);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);
        var shown = (StatusSnapshot)(await broker.LookAsync(CancellationToken.None)).View;
        broker.Show(shown with { Decided = null! });
        while (follower.Store.Lost == 0)
            await Task.Delay(2);

        Assert.Contains(
            "Minutes cannot be kept: ",
            await PageAsync(broker, follower, "/past/hour"),
            StringComparison.Ordinal
        );
        await _scene.TurnsUntilAsync(steps, () => follower.Store.Read(TimeSpan.FromHours(1)).Count > 0);
        Assert.Equal((1, null), (follower.Store.Lost, follower.Store.Problem));
    }

    [SmallDiskFact]
    public async Task Follow_DiskIsFull_TheLoopGoesOnAndThePageSaysWhatIsMissing()
    {
        using var disk = new SmallDisk();
        disk.Fill();
        var broker = new StatusBroker(_scene.Time);
        await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Enforce) with { Broker = broker });
        await using var follower = new MinuteFollower(broker, Path.Combine(disk.Directory, "m"), _scene.Time, _scene);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsUntilAsync(steps, () => follower.Store.Lost > 0);

        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
        var page = await PageAsync(broker, follower, "/past/hour");
        Assert.Contains("Minutes cannot be kept: ", page, StringComparison.Ordinal);
        Assert.Contains("(missing since the start: ", page, StringComparison.Ordinal);
        await _scene.TurnsAsync(steps, 5);
        Assert.Matches("\nrgp_history_lost_total [1-9]", await PageAsync(broker, follower, "/metrics"));
    }

    private async Task<string> PageAsync(StatusBroker broker, MinuteFollower follower, string path)
    {
        var minutes = new Dictionary<string, MinuteStore>(StringComparer.Ordinal) { [""] = follower.Store };
        var found = await new SiteContent([new SiteTarget("", broker)], minutes, _scene.Time).FindAsync(
            path,
            CancellationToken.None
        );
        using var page = Assert.NotNull(found).Answer;
        return page.Content.ToText();
    }

    private static List<ClassSpan> Kept(MinuteFollower follower) =>
        [.. follower.Store.Read(TimeSpan.FromHours(1)).SelectMany(each => each.Classes)];
}
