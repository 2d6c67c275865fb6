using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;
using RgPolicy.Simulation.Running;
using RgPolicy.Simulation.Timing;

namespace RgPolicy.Simulation.Tests.Timing;

public sealed class SolutionBudgetTests
{
    [Theory]
    [InlineData(10)]
    [InlineData(1_000)]
    [InlineData(100_000)]
    [InlineData(10_000_000)]
    public void MaySolve_AtEachMoment_SpendsTheSameHoweverMuchASolutionCosts(long work)
    {
        var budget = new SolutionBudget(60, 2e6);
        var (spent, solutions, last) = (0L, 0, 0.0);
        for (var now = 0.0; now < 60; now += 0.02)
        {
            if (budget.MaySolve(now, isNew: false))
            {
                budget.Spend(work, now);
                (spent, solutions, last) = (spent + work, solutions + 1, now);
            }
        }

        Assert.InRange(spent, work * 19, Math.Max(2_200_000, work * 21));
        Assert.InRange(solutions, 19, 3_001);
        Assert.InRange(last, 50, 60);
    }

    [Fact]
    public void MaySolve_BeyondTheBudget_WhatIsNewHasAReserveThatGrows()
    {
        var budget = new SolutionBudget(60, 2e6);
        budget.Spend(90_000, 0);
        Assert.False(budget.MaySolve(0.1, isNew: false));

        Assert.InRange(NewOnes(budget, 0.1), 5, 7);
        Assert.Equal(0, NewOnes(budget, 0.2));
        Assert.InRange(NewOnes(budget, 2.5), 0, 2);
        Assert.True(budget.MaySolve(30, isNew: true));

        static int NewOnes(SolutionBudget budget, double now)
        {
            var count = 0;
            for (; budget.MaySolve(now, isNew: true); count++)
                budget.Spend(60_000, now);
            return count;
        }
    }

    [Fact]
    public void Next_BeyondTheBudget_IsWhenItMaySolveAgain()
    {
        var budget = new SolutionBudget(60, 2e6);
        budget.Spend(90_000, 0);

        Assert.Equal(2.7, budget.Next, 6);
        Assert.True(budget.MaySolve(budget.Next, isNew: false));
    }

    [Fact]
    public void Play_MoreThanTheBudgetPaysFor_IsNearlyWhatUnlimitedWorkFinds()
    {
        var random = new Random(5);
        var mix = new Mix
        {
            Seconds = 20,
            Queries = [.. Enumerable.Range(0, 60).Select(index => Query(index, random))],
        };

        var (little, all) = (Executions(mix, 1e5), Executions(mix, double.MaxValue));

        Assert.All(little.Zip(all), pair => Assert.InRange(pair.First / pair.Second, 0.93, 1.07));
        Assert.InRange(little.Sum() / all.Sum(), 0.99, 1.01);
    }

    // Each has ended before the budget pays for it: its hit ratio is guessed from what was found last.
    [Fact]
    public void Play_ShortOnesBeyondTheBudget_HaveHitRatiosNearTheirOwn()
    {
        var random = new Random(6);
        var mix = new Mix
        {
            Seconds = 30,
            Queries =
            [
                .. Enumerable
                    .Range(0, 250)
                    .Select(index => Query(index, random) with { BeginsSeconds = index * 0.1, Executions = 1 }),
            ],
        };

        var (little, all) = (HitRatios(mix, 3e5), HitRatios(mix, double.MaxValue));

        var away = little.Zip(all, (one, other) => one - other).Order().ToArray();
        Assert.InRange(away[away.Length / 10], -0.1, 0);
        Assert.InRange(away[away.Length / 2], -0.02, 0.02);
        Assert.InRange(away[away.Length * 9 / 10], 0, 0.1);
    }

    private static double[] Executions(Mix mix, double solutionWork) =>
        [.. Play(mix, solutionWork).Queries.Select(query => query.Executions)];

    private static double[] HitRatios(Mix mix, double solutionWork) =>
        [.. Play(mix, solutionWork).Queries.Select(query => query.HitRatio ?? 0)];

    private static RunOutcome Play(Mix mix, double solutionWork) =>
        SimulationRun.Play(
            mix,
            BuiltInProfiles.Find("broadwell_2s") ?? TargetProfile.Generic,
            null,
            null,
            long.MaxValue,
            CancellationToken.None,
            solutionWork
        );

    private static MixQuery Query(int index, Random random) =>
        new()
        {
            Name = string.Create(CultureInfo.InvariantCulture, $"q{index}"),
            Phases =
            [
                .. Enumerable
                    .Range(0, 2)
                    .Select(_ => new MixPhase
                    {
                        CpuSeconds = random.NextDouble() / 2,
                        Structures =
                        [
                            new MixStructure(1e6 + (random.NextDouble() * 4e7), 1e6, random.NextDouble(), false),
                            new MixStructure(1e6 + (random.NextDouble() * 4e7), 1e6, 0, random.Next(2) == 0),
                        ],
                    }),
            ],
        };
}
