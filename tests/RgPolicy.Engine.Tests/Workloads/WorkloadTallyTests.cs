using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Workloads;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Workloads;

public sealed class WorkloadTallyTests
{
    private static readonly DateTimeOffset Begin = new(2026, 1, 1, 3, 0, 0, TimeSpan.Zero);

    private readonly WorkloadTally _tally = new();

    [Fact]
    public void Take_SameStatementTwice_IsOneGroup()
    {
        See(1, Query(7, "a", 0));
        See(3, Query(7, "a", 0), Query(8, "a", 2));

        var group = Assert.Single(_tally.Conclude(TimeSpan.FromSeconds(3)).Groups);

        Assert.Equal((2, 4.0, 3.0), (group.Executions, group.Seconds, group.Longest));
        Assert.Equal(1 << 3, group.Hours);
    }

    [Fact]
    public void Take_PlanThatComesLate_IsTheGroups()
    {
        See(1, Query(7, "a", 0));
        See(2, Query(7, "a", 0) with { Plan = Scan });
        See(4, Query(7, "a", 3) with { Plan = PlanFacts.Absent("busy") });

        var group = Assert.Single(_tally.Conclude(TimeSpan.FromSeconds(4)).Groups);

        Assert.Equal(PlanShape.Scan, group.Plan.Profile?.Shape);
    }

    [Fact]
    public void Take_SuperusersAndWhatEndsAtOnce_AreCountedOnly()
    {
        See(0.1, Query(7, "a", 0), Query(8, "b", 0) with { Exemption = "ours" });
        See(0.2);

        var workload = _tally.Conclude(TimeSpan.FromSeconds(1));

        Assert.Equal((2L, 1L, 1L, 0), (workload.Queries, workload.TooShort, workload.Exempt, workload.Groups.Length));
    }

    [Fact]
    public void Take_MoreStatementsThanAreToldApart_AreCounted()
    {
        for (var each = 0; each < 20_100; each++)
            See(each, Query(7, $"s{each}", each - 0.9));

        var workload = _tally.Conclude(TimeSpan.FromHours(6));

        Assert.Equal((20_100L, 20_000, 100L), (workload.Queries, workload.Groups.Length, workload.Merged));
    }

    private static PlanFacts Scan => PlanFacts.Known(new PlanProfile { Shape = PlanShape.Scan }, "re-explain");

    private static ObservedQuery Query(int processId, string fingerprint, double start) =>
        new()
        {
            ProcessId = processId,
            Started = Begin.AddSeconds(start),
            Session = new SessionFacts("app", "psql", "", "db", false),
            Statement = new StatementFacts(StatementKind.Select, fingerprint, fingerprint, false),
        };

    private void See(double seconds, params ObservedQuery[] queries) =>
        _tally.Take(new Observation(Begin.AddSeconds(seconds), [.. queries]));
}
