using System.Globalization;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Simulation.Tests.Running;

public sealed class SolutionBudgetTests
{
    [Theory]
    [InlineData(10)]
    [InlineData(1_000)]
    [InlineData(100_000)]
    [InlineData(10_000_000)]
    public void MaySolve_AtEachMoment_SpendsTheSameHoweverMuchASolutionCosts(long work)
    {
        var budget = new SolutionBudget(60);
        var (spent, solutions, last) = (0L, 0, 0.0);
        for (var now = 0.0; now < 60; now += 0.005)
        {
            if (budget.IsDue(now, isNew: false) && budget.MaySolve(now, isNew: false))
            {
                budget.Spend(work, now);
                (spent, solutions, last) = (spent + work, solutions + 1, now);
            }
        }

        Assert.InRange(spent, work * 20, Math.Max(3_000_000, work * 25));
        Assert.InRange(solutions, 20, 3_001);
        Assert.InRange(last, 50, 60);
    }

    [Fact]
    public void IsDue_WithinThePatience_OnlyForWhatIsNew()
    {
        var budget = new SolutionBudget(60);
        budget.Spend(1, 10);

        Assert.False(budget.IsDue(10.01, isNew: false));
        Assert.True(budget.IsDue(10.01, isNew: true));
        Assert.True(budget.IsDue(10.03, isNew: false));
    }

    [Fact]
    public void MaySolve_BeyondTheBudget_WhatIsNewHasAReserve()
    {
        var budget = new SolutionBudget(60);
        budget.Spend(90_000, 0);

        Assert.False(budget.MaySolve(0.1, isNew: false));
        Assert.True(budget.MaySolve(0.1, isNew: true));

        for (var solution = 0; solution < 20; solution++)
            budget.Spend(60_000, 0.1);
        Assert.False(budget.MaySolve(0.2, isNew: true));
    }

    [Fact]
    public void Next_BeyondTheBudget_IsWhenItIsDueAgain()
    {
        var budget = new SolutionBudget(60);
        budget.Spend(90_000, 0);

        var next = budget.Next(0.1);

        Assert.InRange(next, 2.5, 2.8);
        Assert.True(budget.MaySolve(next, isNew: false));
        Assert.InRange(budget.Next(next), next + 0.01, next + 0.03);
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

    private static double[] Executions(Mix mix, double solutionWork) =>
        [
            .. SimulationRun
                .Play(
                    mix,
                    BuiltInProfiles.Find("broadwell_2s") ?? TargetProfile.Generic,
                    null,
                    null,
                    long.MaxValue,
                    CancellationToken.None,
                    solutionWork
                )
                .Queries.Select(query => query.Executions),
        ];

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
