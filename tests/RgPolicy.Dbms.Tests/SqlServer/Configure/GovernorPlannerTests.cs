using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;

namespace RgPolicy.Dbms.Tests.SqlServer.Configure;

/// <summary>What a plan refuses and what it warns of.</summary>
public sealed class GovernorPlannerTests
{
    private static readonly GovernorPlanner Planner = new(
        "sqlserver://test",
        new ServerIdentity("sqlserver", "16.0", "Enterprise Edition", "test"),
        GovernorPolicies.Facts(16)
    );

    [Theory]
    [InlineData("", "", true)]
    [InlineData("0-3", "", true)]
    [InlineData("0-3", "3-7", true)]
    [InlineData("0-3", "4-7", false)]
    public void Toward_MinimumsAbove100OnOneScheduler_AreRefusedWithTheirPools(
        string own,
        string theirs,
        bool isRefused
    )
    {
        var actual = new GovernorState
        {
            IsEnabled = true,
            Pools = [new ResourcePoolSpec("theirs") { MinCpuPercent = 60, Schedulers = theirs }],
        };

        var plan = Toward(actual, new ResourcePoolSpec("rgp_own") { MinCpuPercent = 45, Schedulers = own });

        if (isRefused)
        {
            Assert.Contains(
                "sums to 105, above 100 (theirs 60, rgp_own 45)",
                Assert.Single(plan.Refusals),
                StringComparison.Ordinal
            );
            return;
        }

        Assert.Empty(plan.Refusals);
    }

    [Fact]
    public void Toward_MinimumOfDefault_CountsToo()
    {
        var actual = new GovernorState
        {
            IsEnabled = true,
            Pools = [new ResourcePoolSpec("default") { MinMemoryPercent = 60 }],
        };

        var plan = Toward(actual, new ResourcePoolSpec("rgp_own") { MinMemoryPercent = 60 });

        Assert.Contains(
            "sums to 120, above 100 (default 60, rgp_own 60)",
            Assert.Single(plan.Refusals),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Toward_AllOfOthersAdopted_LowersReplacesAndDropsInOnePlan()
    {
        var theirs = new GovernorState
        {
            IsEnabled = true,
            Pools = [new ResourcePoolSpec("Crit") { MinMemoryPercent = 60 }, new ResourcePoolSpec("default")],
            Groups =
            [
                new WorkloadGroupSpec("gCrit", "Crit") { MaxDop = 2 },
                new WorkloadGroupSpec("default", "default"),
            ],
            Unwritten = new GovernorState().Unwritten.Add(GovernorState.ExternalPoolOf("gCrit"), 2),
        };
        var own = new ResourcePoolSpec("rgp_own") { MinMemoryPercent = 60 };

        Assert.NotEmpty(Toward(theirs, own).Refusals);
        var plan = Toward(theirs.Adopting(ofOthers: true, ofServer: false), own);

        Assert.Empty(plan.Refusals);
        var steps = plan.Steps.Select(step => step.Sql).ToList();
        Assert.Equal("ALTER RESOURCE POOL [Crit] WITH (MIN_MEMORY_PERCENT = 0);", steps[0]);
        Assert.Contains(steps, step => step.Contains("DROP WORKLOAD GROUP [gCrit]", StringComparison.Ordinal));
        Assert.Contains(steps, step => step.Contains("DROP RESOURCE POOL [Crit]", StringComparison.Ordinal));
        Assert.DoesNotContain(steps, step => step.Contains("[default]", StringComparison.Ordinal));
        Assert.Contains(plan.Warnings, warning => warning.Contains("dropped: gCrit, Crit", StringComparison.Ordinal));
        Assert.Contains(
            "CREATE WORKLOAD GROUP [gCrit] WITH (MAX_DOP = 2)",
            plan.Scripts?.BackOut,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Toward_ExternalPoolOfAnAdoptedGroup_IsRefused()
    {
        var theirs = new GovernorState
        {
            IsEnabled = true,
            Pools = [new ResourcePoolSpec("R")],
            Groups = [new WorkloadGroupSpec("scripts", "R")],
            Unwritten = new GovernorState().Unwritten.Add(GovernorState.ExternalPoolOf("scripts"), 256),
        };

        Assert.Contains(
            "workload group scripts uses an external resource pool",
            Assert.Single(
                Toward(theirs.Adopting(ofOthers: true, ofServer: false), new ResourcePoolSpec("rgp_own")).Refusals
            ),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Toward_GovernorTurnedOff_SaysThatItIsTurnedOn()
    {
        var pool = new ResourcePoolSpec("rgp_own");
        var settled = GovernorGoal.Of(Spec(pool), new GovernorState());

        var plan = Toward(settled with { IsEnabled = false }, pool);

        Assert.Equal(
            ("on", GovernorKinds.Governor),
            Assert.Single(plan.Changes, change => change.Action != ConfigurationChange.None) is var change
                ? (change.Name, change.Kind)
                : default
        );
    }

    [Fact]
    public void Toward_MorePoolsThanAServerHas_IsRefusedAndDropsNothing()
    {
        var settled = GovernorGoal.Of(Spec(new ResourcePoolSpec("rgp_own")), new GovernorState());
        var profile = GovernorPolicies.Profile(16);
        var pools = string.Concat(
            Enumerable
                .Range(0, 63)
                .Select(number =>
                    $"pool p{number} {{ maxdop 1 }}\nclass c{number} -> p{number} when session.app = '{number}'\n"
                )
        );
        var program = PolicyProgram.Compile(
            PolicyReader.Check($"language 1\n{pools}default -> p0", "many.rgp", profile).Policy!,
            profile
        );

        var plan = Planner.Toward(
            GovernorCompiler.Compile(program, GovernorPolicies.Facts(16)),
            "revision",
            settled,
            takesOver: false
        );

        Assert.Contains("let classes share pools", Assert.Single(plan.Refusals), StringComparison.Ordinal);
        Assert.DoesNotContain(plan.Changes, change => change.Action != ConfigurationChange.None);
    }

    [Fact]
    public void Back_StoredChangesThatAreNotInForce_Warns() =>
        Assert.Contains(
            "RECONFIGURE puts all of them in force",
            Assert.Single(Planner.Back(new GovernorState(), new GovernorState { IsPending = true }).Warnings),
            StringComparison.Ordinal
        );

    private static ChangePlan Toward(GovernorState actual, ResourcePoolSpec pool) =>
        Planner.Toward(new GovernorCompilation(Spec(pool), [], []), "revision", actual, takesOver: false);

    private static GovernorSpec Spec(ResourcePoolSpec pool) =>
        new(
            [pool],
            [new WorkloadGroupSpec(pool.Name, pool.Name)],
            new LoginClassifier([], ImmutableArray<LoginRule>.Empty, "default", pool.Name)
        );
}
