using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Tests.Building;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

public sealed class GovernorReportTests
{
    [Fact]
    public void Report_MoveFails_IsTriedAFewTimesWithPausesThenNoted()
    {
        var scene = new Scene();
        var scan = Scan(10);
        var (attempts, told) = (new List<double>(), new List<string>());
        for (var time = 1.0; time < 20; time += 0.1)
        {
            var turn = scene.Turn(time, scan);
            told.AddRange(
                turn.Events.Select(item => item.Message)
                    .Where(text => text.Contains("could not", StringComparison.Ordinal))
            );
            foreach (var move in turn.Moves)
            {
                attempts.Add(Math.Round(time, 1));
                scene.Governor.Report(move, done: false, vanished: false, "not permitted");
            }
        }

        Assert.Equal([1.0, 1.2, 1.6], attempts);
        Assert.Equal("process 10 could not be moved and stays: not permitted", Assert.Single(told));
        Assert.Equal("could not be moved: not permitted", Assert.Single(scene.Governor.Queries).Note);
        Assert.Equal(3, scene.Governor.Counters.Failures);
        Assert.Empty(scene.Turn(21).Moves);
    }

    [Fact]
    public void Report_NextQuery_IsTriedAgain()
    {
        var scene = new Scene();
        for (var time = 1.0; time < 3; time += 0.1)
        {
            foreach (var move in scene.Turn(time, Scan(10)).Moves)
                scene.Governor.Report(move, done: false, vanished: false, "not permitted");
        }

        Assert.Single(scene.Turn(4, Scan(10, 3)).Moves);
    }

    [Fact]
    public void Report_WorkerFails_OnlyTheWorkerIsTriedAgain()
    {
        var scene = new Scene();
        var scan = Scan(10, 0, 11);
        foreach (var move in scene.Turn(1, scan).Moves)
            scene.Governor.Report(move, done: move.ProcessId == 10, vanished: false, "no");

        Assert.Equal([11], scene.Turn(1.3, scan).Moves.Select(move => move.ProcessId));
    }

    [Fact]
    public void Report_Vanished_IsForgotten()
    {
        var scene = new Scene();
        scene.Governor.Report(Assert.Single(scene.Turn(1, Scan(10)).Moves), done: false, vanished: true, "gone");

        Assert.Empty(scene.Turn(1.1).Moves);
    }

    [Fact]
    public void Report_ReleaseFails_IsTriedUntilItSucceeds()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10));
        var attempts = new List<double>();
        for (var time = 1.1; time < 60; time += 0.1)
        {
            foreach (var move in scene.Turn(time).Moves)
            {
                Assert.Equal((10, 0), (move.ProcessId, move.PoolNumber));
                attempts.Add(Math.Round(time, 1));
                scene.Governor.Report(move, done: attempts.Count > 7, vanished: false, "busy");
            }
        }

        // The pauses grow as those of other moves do.
        Assert.Equal(8, attempts.Count);
        Assert.Equal([1.1, 1.3, 1.7, 2.5], attempts.Take(4));
    }

    [Fact]
    public void Report_ReleaseFailsButProcessIsMovedAgain_OwesNothing()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10));
        scene.Governor.Report(Assert.Single(scene.Turn(1.1).Moves), done: false, vanished: false, "busy");

        var next = Scan(10, 1.15);
        Assert.Equal(scene.NumberOf("polluters"), Assert.Single(scene.Turn(1.2, next).Moves).PoolNumber);
        Assert.Empty(scene.Turn(5, next).Moves);
    }

    [Fact]
    public void Report_ReleaseAllAfterFailedRelease_LetsItGoToo()
    {
        var scene = new Scene();
        scene.Turn(1, Scan(10));
        scene.Governor.Report(Assert.Single(scene.Turn(1.1).Moves), done: false, vanished: false, "busy");

        var turn = scene.Governor.ReleaseAll(At(2), "end");

        Assert.Equal([new PoolMove(10, 0, null)], turn.Moves.AsEnumerable());
        Assert.Equal("1 process let go: end", Assert.Single(turn.Events).Message);
    }
}
