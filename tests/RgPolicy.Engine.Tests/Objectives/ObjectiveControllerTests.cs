using RgPolicy.Engine.Objectives;

namespace RgPolicy.Engine.Tests.Objectives;

/// <summary>Controllers against simulated servers, one step a second.</summary>
public sealed class ObjectiveControllerTests
{
    private const double Allowed = 0.05;

    private static readonly ObjectiveOptions Options = new();
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 9, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Step_LoadThatGivingWayHelps_SettlesAndStays()
    {
        var random = new Random(11);
        for (var round = 0; round < CaseCount.FromEnvironment(40).Count; round++)
        {
            var (load, gain, noise) = (
                0.02 + (random.NextDouble() * 0.6),
                0.3 + (random.NextDouble() * 0.4),
                random.NextDouble() * 0.05
            );
            int[] most = [random.Next(1, 5), random.Next(1, 4), random.Next(1, 4)];
            var run = Simulate(
                most,
                4 * 3600,
                (_, levels) => load * Math.Pow(1 - gain, levels.Sum()) * (1 + (noise * ((random.NextDouble() * 2) - 1)))
            );

            Assert.True(
                run.Changes.Count(at => at > 3 * 3600) <= 4,
                $"{run.Changes.Count} changes, load {load}, gain {gain}"
            );
            Assert.True(run.Changes.Count < 60);
            var best = load * Math.Pow(1 - gain, most.Sum());
            Assert.True(
                run.Late <= Allowed * 1.2 || best > Allowed * 0.95,
                $"late {run.Late}, load {load}, gain {gain}"
            );
        }
    }

    [Fact]
    public void Step_LoadThatNothingHelps_RevertsWithinTheBound()
    {
        var random = new Random(12);
        for (var round = 0; round < CaseCount.FromEnvironment(30).Count; round++)
        {
            var load = 0.1 + (random.NextDouble() * 0.8);
            int[] most = [3, 3];
            var throttled = 0;
            var longest = 0;
            Simulate(
                most,
                2 * 3600,
                (_, levels) =>
                {
                    throttled = levels.Sum() > 0 ? throttled + 1 : 0;
                    longest = Math.Max(longest, throttled);
                    Assert.True(levels.Sum() <= 1);
                    return load * (1 + (0.02 * random.NextDouble()));
                }
            );

            Assert.InRange(longest, 1, (int)Options.JudgeAfter.TotalSeconds + 1);
        }
    }

    [Fact]
    public void Step_LoadThatNothingHelps_TriesLessAndLess()
    {
        var run = Simulate([3], 4 * 3600, (_, _) => 0.5);

        // 1, 2, 4 ... minutes of pause, an hour at most: a try and its revert each.
        Assert.InRange(run.Changes.Count, 10, 24);
    }

    [Fact]
    public void Step_WhatWasGivenBackIsTakenAgain_PausesTwiceAsLongBeforeTheNextTime()
    {
        // Late without a level, in comfort with one: what is given back has to be taken again, time after time.
        var controller = new ObjectiveController(Allowed, [1], Options);
        var relaxed = new List<int>();
        var late = 0.0;
        for (var second = 0; second < 24 * 3600; second++)
        {
            if (controller.Step(Start.AddSeconds(second), late, late) == ControlAct.Relax)
                relaxed.Add(second);
            // It shows only after the change has been judged.
            late = controller is { IsTrying: false } && controller.Levels[0] == 0 ? 0.5 : 0.001;
        }

        var pauses = relaxed.Zip(relaxed.Skip(1), (one, next) => next - one).ToList();
        Assert.True(pauses.Count > 3);
        Assert.All(pauses.Zip(pauses.Skip(1)), pair => Assert.True(pair.Second >= pair.First - 1));
        Assert.InRange(pauses[1], pauses[0] * 1.5, pauses[0] * 2.1);
    }

    [Fact]
    public void Step_AnyMeasurements_NeverLeavesTheBounds()
    {
        var random = new Random(13);
        for (var round = 0; round < CaseCount.FromEnvironment(100).Count; round++)
        {
            int[] most = [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => random.Next(0, 6))];
            var before = new int[most.Length];
            Simulate(
                most,
                3000,
                (_, levels) =>
                {
                    Assert.All(levels.Zip(most), pair => Assert.InRange(pair.First, 0, pair.Second));
                    Assert.True(levels.Zip(before).Sum(pair => Math.Abs(pair.First - pair.Second)) <= 1);
                    levels.CopyTo(before, 0);
                    return random.Next(5) == 0 ? null : random.NextDouble() * 0.2;
                }
            );
        }
    }

    [Fact]
    public void Step_LoadThatPasses_GivesEverythingBack()
    {
        var run = Simulate(
            [4, 4],
            3600,
            (second, levels) => (second < 600 ? 0.4 : 0.001) * Math.Pow(0.6, levels.Sum())
        );

        Assert.All(run.Levels, level => Assert.Equal(0, level));
    }

    [Fact]
    public void Step_NoLongerJudged_GivesEverythingBack()
    {
        var run = Simulate([4], 1200, (second, levels) => second < 300 ? 0.4 * Math.Pow(0.6, levels.Sum()) : null);

        Assert.Equal([0], run.Levels);
    }

    [Fact]
    public void Step_BriefPeak_ChangesNothing()
    {
        var run = Simulate([4], 600, (second, _) => second is > 100 and < 105 ? 0.2 : 0.04);

        Assert.Empty(run.Changes);
    }

    private static (List<int> Changes, int[] Levels, double Late) Simulate(
        int[] most,
        int seconds,
        Func<int, int[], double?> server
    )
    {
        var controller = new ObjectiveController(Allowed, most, Options);
        var history = new Queue<double?>();
        var changes = new List<int>();
        var late = 0.0;
        for (var second = 0; second < seconds; second++)
        {
            history.Enqueue(server(second, [.. controller.Levels]));
            if (history.Count > 60)
                history.Dequeue();

            var (brief, lasting) = (Mean(history.TakeLast(10)), Mean(history));
            late = brief ?? 0;
            if (controller.Step(Start.AddSeconds(second), brief, lasting) != ControlAct.None)
                changes.Add(second);
        }

        return (changes, [.. controller.Levels], late);
    }

    private static double? Mean(IEnumerable<double?> values) =>
        values.Any(value => value is null) ? null : values.Average();
}
