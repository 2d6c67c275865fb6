using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;

namespace RgPolicy.Engine.Tests.Building;

/// <summary>A governor under a small HTAP policy, and short ways to make observations.</summary>
internal sealed class Scene
{
    public static readonly DateTimeOffset Start = new(2026, 11, 20, 9, 0, 0, TimeSpan.Zero);
    public static readonly SessionFacts User = new("app", "shop", "10.0.0.1", "shop", false);
    public static readonly SessionFacts Admin = new("postgres", "psql", "", "shop", true);

    public Scene(Policy? policy = null, TargetProfile? target = null)
    {
        Program = PolicyProgram.Compile(policy ?? Htap().Build(), target ?? TargetProfile.Generic);
        Governor = new Governor(Program, new GovernorOptions());
    }

    public PolicyProgram Program { get; }

    public Governor Governor { get; }

    public static PolicyBuilder Htap() =>
        new PolicyBuilder()
            .Pool("critical", Weight(1000))
            .Pool("reporting", Weight(200))
            .Pool("polluters", Weight(100), Cache(10))
            .Class("oltp", "critical", Is("plan.shape", "oltp"))
            .Class("scan", "polluters", Is("plan.shape", "scan"))
            .Default("reporting");

    public static PolicyBuilder WithRule(Condition? unless = null)
    {
        var builder = Htap();
        return builder.Rule(
            "long_scan",
            "scan",
            unless,
            (Compare("request.elapsed", ComparisonOperator.Greater, 10), new RuleAction.Log()),
            (
                Compare("request.elapsed", ComparisonOperator.Greater, 20),
                new RuleAction.MoveTo(builder.Find("reporting"))
            ),
            (Compare("request.elapsed", ComparisonOperator.Greater, 30), new RuleAction.Deprioritize()),
            (Compare("request.elapsed", ComparisonOperator.Greater, 40), new RuleAction.Cancel())
        );
    }

    public static PlanFacts Plan(PlanShape shape) => PlanFacts.Known(new PlanProfile { Shape = shape }, "test");

    public static ObservedQuery Query(int processId, PlanFacts plan, double startedAt = 0, params int[] workers) =>
        new()
        {
            ProcessId = processId,
            Started = At(startedAt),
            Session = User,
            Statement = new StatementFacts(StatementKind.Select, "f", "select 1", false),
            Plan = plan,
            Workers = [.. workers],
        };

    public static ObservedQuery Scan(int processId, double startedAt = 0, params int[] workers) =>
        Query(processId, Plan(PlanShape.Scan), startedAt, workers);

    public static DateTimeOffset At(double seconds) => Start + TimeSpan.FromSeconds(seconds);

    public static Observation See(double seconds, params ObservedQuery[] queries) =>
        new(At(seconds), ImmutableArray.Create(queries));

    public GovernorTurn Turn(double seconds, params ObservedQuery[] queries) => Governor.Decide(See(seconds, queries));

    /// <summary>A turn in which no idle backend has worked lately.</summary>
    public GovernorTurn Alone(double seconds, params ObservedQuery[] queries) =>
        Governor.Decide(See(seconds, queries) with { RecentlyIdle = [] });

    public GovernorTurn TurnWithBlocking(
        double seconds,
        Dictionary<int, int> blocking,
        params ObservedQuery[] queries
    ) => Governor.Decide(See(seconds, queries) with { Blocking = blocking });

    /// <summary>Where an action such as deprioritize puts queries of a class with this pool.</summary>
    public int LowestOf(string pool) =>
        Program.ThrottlingPools.Single(item => item.Pool.Name == $"lowest of {pool}").Number;

    public int NumberOf(string pool) => Program.Pools.Single(item => item.Pool.Name == pool).Number;
}
