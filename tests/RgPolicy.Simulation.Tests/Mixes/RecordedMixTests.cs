using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Workloads;
using RgPolicy.Plans;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Tests.Mixes;

public sealed class RecordedMixTests
{
    [Fact]
    public void Of_FourAtATime_IsFourClientsThatDoAsMany()
    {
        var query = Assert.Single(Of(Group(executions: 40, seconds: 240, cpu: 80))?.Queries ?? []);

        Assert.Equal((4, 0.0), (query.Clients, query.ThinkSeconds));
        Assert.InRange(query.Phases[0].CpuSeconds, 0.4, 2);
        Assert.Equal("1 report join", query.Name);
    }

    [Fact]
    public void Of_SeldomStatement_PausesBetweenExecutions()
    {
        var query = Assert.Single(Of(Group(executions: 6, seconds: 6, cpu: null))?.Queries ?? []);

        Assert.Equal((1, 9.0), (query.Clients, query.ThinkSeconds));
    }

    [Fact]
    public void Of_NoPlan_IsProcessorTimeAlone()
    {
        var group = Group(1, 30, 20) with { Plan = PlanFacts.Absent("a function") };

        var query = Assert.Single(Of(group)?.Queries ?? []);

        Assert.Equal(PlanShape.Unknown, query.Shape);
        Assert.Equal(20, query.Phases[0].CpuSeconds);
        Assert.Empty(query.Phases[0].Structures);
    }

    [Fact]
    public void Of_MoreThreadsThanTheTargetHas_AreAsManyAsItHas() =>
        Assert.Equal(2, Of(Group(1, 30, 20), cpus: 2)?.Queries[0].Dop);

    [Fact]
    public void Of_NothingThatLasted_IsNone() => Assert.Null(RecordedMix.Of(new Workload([], 0, 0, 0, 0, default), 8));

    [Fact]
    public void LeftOut_LongRecordingOfManyStatements_SaysWhatIsLeftOut()
    {
        var groups = Enumerable.Range(0, RecordedMix.MostQueries + 1).Select(index => Group(1, index + 1, null));
        var workload = new Workload([Group(1, 60_000, null), .. groups], 0, 0, 0, 0, TimeSpan.FromMinutes(5));

        Assert.Equal(
            """
            The mix has the 100 of 102 statements that took longest.
            Statements of which more than 50 ran at a time: 1; the mix has 50 clients of each.
            300 s were recorded; 60 s of such work are simulated.
            """.ReplaceLineEndings("\n"),
            string.Join('\n', RecordedMix.LeftOut(workload))
        );
    }

    [Theory]
    [InlineData(0)]
    [InlineData(60)]
    public void LeftOut_WhatFits_IsNothing(int seconds) =>
        Assert.Empty(
            RecordedMix.LeftOut(new Workload([Group(1, 30, null)], 1, 0, 0, 0, TimeSpan.FromSeconds(seconds)))
        );

    private static Mix? Of(StatementGroup group, int cpus = 8) =>
        RecordedMix.Of(new Workload([group], group.Executions, 0, 0, 0, TimeSpan.FromMinutes(1)), cpus);

    private static StatementGroup Group(long executions, double seconds, double? cpu) =>
        new(
            new SessionFacts("report", "", "", "", false),
            new StatementFacts(StatementKind.Select, "q", "q", false),
            PlanFacts.Known(
                new PlanProfile
                {
                    Shape = PlanShape.Join,
                    Dop = new Figure(4, Provenance.Estimate),
                    WorkingSetBytes = new Figure(1_000_000, Provenance.Estimate),
                    RowsTouched = new Figure(10_000_000, Provenance.Estimate),
                },
                "re-explain"
            ),
            executions,
            seconds,
            seconds / executions,
            cpu,
            1
        );
}
