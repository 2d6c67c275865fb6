using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Rules;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Rules;

public sealed class QuarantineTests
{
    [Fact]
    public void Decide_LaterExecution_GoesToTheQuarantinePoolUntilTheTimeIsOver()
    {
        var scene = MakeScene(pool: "polluters");
        scene.Turn(61, Oltp(10, "f"));

        Assert.Equal(0, PoolOf(scene, 10));
        scene.Turn(70, Oltp(10, "f"), Oltp(11, "f", 65), Oltp(12, "other", 65));
        Assert.Equal((scene.NumberOf("polluters"), 0), (PoolOf(scene, 11), PoolOf(scene, 12)));
        scene.Turn(360, Oltp(13, "f", 340));
        Assert.Equal(scene.NumberOf("polluters"), PoolOf(scene, 13));
        scene.Turn(361, Oltp(13, "f", 340));
        Assert.Equal(0, PoolOf(scene, 13));
        Assert.Empty(scene.Governor.Quarantined);
    }

    [Fact]
    public void Decide_QuarantinedQueryWithoutAPlan_IsThrottledAlthoughProvisional()
    {
        var scene = MakeScene(pool: null);
        scene.Turn(61, Oltp(10, "f"));

        scene.Turn(70, Oltp(11, "f", 65) with { Plan = PlanFacts.Pending });

        Assert.Equal(scene.Program.Lowest?.Number, PoolOf(scene, 11));
        Assert.Equal("its fingerprint is in quarantine", Assert.Single(scene.Governor.Queries).Note);
    }

    [Fact]
    public void Decide_ANewPolicyWithoutALowestPool_LeavesTheQuarantinedInItsClassesPool()
    {
        var builder = Htap();
        var scene = new Scene(
            builder
                .Rule(
                    "r",
                    "scan",
                    null,
                    (
                        Compare("request.elapsed", ComparisonOperator.Greater, 60),
                        new RuleAction.Quarantine(null, TimeSpan.FromMinutes(5))
                    )
                )
                .Build()
        );
        scene.Turn(61, Scan(10) with { Statement = new StatementFacts(StatementKind.Select, "f", null, false) });
        Assert.Single(scene.Governor.Quarantined);

        scene.Governor.Replace(PolicyProgram.Compile(Htap().Build(), TargetProfile.Generic));
        scene.Turn(
            70,
            Scan(11) with
            {
                Statement = new StatementFacts(StatementKind.Select, "f", null, false),
                Started = At(65),
            }
        );

        Assert.Equal(scene.NumberOf("polluters"), PoolOf(scene, 11));
    }

    [Fact]
    public void Decide_SuperuserAndBlocker_AreBeyondQuarantine()
    {
        var scene = MakeScene(pool: null);
        scene.Turn(61, Oltp(10, "f"));

        scene.TurnWithBlocking(70, new() { [12] = 1 }, Oltp(11, "f", 65) with { Session = Admin }, Oltp(12, "f", 65));

        Assert.Equal((0, 0), (PoolOf(scene, 11), PoolOf(scene, 12)));
    }

    [Fact]
    public void Decide_AnotherOffence_BeginsTheTimeAnew()
    {
        var scene = MakeScene(pool: "polluters");
        scene.Turn(61, Oltp(10, "f"));
        scene.Turn(200, Oltp(11, "f", 130));

        Assert.Equal(At(500), Assert.Single(scene.Governor.Quarantined).Until);
        Assert.Equal(At(61), scene.Governor.Quarantined[0].Since);
    }

    [Fact]
    public void Put_MoreThanThereIsRoomFor_ForgetsTheOneThatEndsFirst()
    {
        var book = new QuarantineList(2, new TurnEvents(10));
        foreach (var (name, until) in new[] { ("a", 30), ("b", 20), ("c", 40) })
            book.Put(new Quarantine(name, null, "r", "q", At(0), At(until)));

        Assert.Equal(["a", "c"], book.Entries.Select(entry => entry.Fingerprint), StringComparer.Ordinal);
        Assert.False(book.EndExpired(At(19)));
        Assert.True(book.EndExpired(At(30)));
        Assert.Equal(["c"], book.Entries.Select(entry => entry.Fingerprint), StringComparer.Ordinal);
    }

    private static Scene MakeScene(string? pool)
    {
        var builder = Htap();
        return new Scene(
            builder
                .Rule(
                    "r",
                    "oltp",
                    null,
                    (
                        Compare("request.elapsed", ComparisonOperator.Greater, 60),
                        new RuleAction.Quarantine(pool is null ? null : builder.Find(pool), TimeSpan.FromMinutes(5))
                    )
                )
                .Build()
        );
    }

    private static ObservedQuery Oltp(int processId, string fingerprint, double startedAt = 0) =>
        Query(processId, Plan(PlanShape.Oltp), startedAt) with
        {
            Statement = new StatementFacts(StatementKind.Select, fingerprint, null, false),
        };

    private static int PoolOf(Scene scene, int processId) =>
        scene.Governor.Queries.Single(query => query.Query.ProcessId == processId).PoolNumber;
}
