using NodaTime;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Rules;

/// <summary>Every action with every trigger: it is done while the trigger holds and undone after, or the program says
/// that it is not.</summary>
public sealed class RuleMatrixTests
{
    private static readonly Dictionary<string, Func<PolicyBuilder, RuleAction>> Actions = new(StringComparer.Ordinal)
    {
        ["log"] = _ => new RuleAction.Log(),
        ["notify"] = _ => new RuleAction.Notify(),
        ["deprioritize"] = _ => new RuleAction.Deprioritize(),
        ["limit cpu cap"] = _ => new RuleAction.Limit(Amount(SettingName.CpuCap, 20, SignalType.Percent)),
        ["limit maxdop"] = _ => new RuleAction.Limit(Amount(SettingName.Maxdop, 1, SignalType.Count)),
        ["move"] = builder => new RuleAction.MoveTo(builder.Find("reporting")),
        ["shrink"] = _ => new RuleAction.ShrinkNext(),
        ["quarantine"] = _ => new RuleAction.Quarantine(null, TimeSpan.FromMinutes(5)),
        ["quarantine to"] = builder => new RuleAction.Quarantine(builder.Find("reporting"), TimeSpan.FromMinutes(5)),
        ["cancel"] = _ => new RuleAction.Cancel(),
    };

    private static readonly Window Later = new(
        "later",
        [.. Enum.GetValues<IsoDayOfWeek>().Where(day => day != IsoDayOfWeek.None)],
        new LocalTime(9, 1),
        new LocalTime(9, 2),
        DateTimeZone.Utc,
        default
    );

    // What makes each trigger true from second 60 on, and false again from second 120.
    private static readonly Dictionary<string, (Condition When, Func<Observation, Observation> Change)> Triggers = new(
        StringComparer.Ordinal
    )
    {
        ["elapsed"] = (Compare("request.elapsed", ComparisonOperator.GreaterOrEqual, 60), seen => seen),
        ["workers"] = (
            Compare("request.workers", ComparisonOperator.Greater, 0),
            seen => Each(seen, query => query with { Workers = [11] })
        ),
        ["cpu pressure"] = (
            Compare("host.cpu.pressure", ComparisonOperator.Greater, 50),
            seen => seen with { Pressure = new(80, 0, 0) }
        ),
        ["io pressure"] = (
            Compare("host.io.pressure", ComparisonOperator.Greater, 50),
            seen => seen with { Pressure = new(0, 80, 0) }
        ),
        ["memory pressure"] = (
            Compare("host.memory.pressure", ComparisonOperator.Greater, 50),
            seen => seen with { Pressure = new(0, 0, 80) }
        ),
        ["active"] = (
            Compare("dbms.active", ComparisonOperator.Greater, 1),
            seen => seen with { Queries = [.. seen.Queries, Query(90, PlanFacts.Absent("none"), 60)] }
        ),
        ["history"] = (
            Compare("history.executions", ComparisonOperator.Greater, 5),
            seen => Each(seen, query => query with { History = new HistoryFacts(9, null, null, null, null) })
        ),
        ["plan"] = (
            Compare("plan.cost", ComparisonOperator.Greater, 5),
            seen =>
                Each(
                    seen,
                    query =>
                        query with
                        {
                            Plan = PlanFacts.Known(
                                new PlanProfile { Shape = PlanShape.Scan, Cost = new Figure(9, Provenance.Estimate) },
                                "test"
                            ),
                        }
                )
        ),
        ["window"] = (new DuringCondition(Later, "during later", default), seen => seen),
        ["not measured"] = (Compare("request.writes", ComparisonOperator.Greater, 0), seen => seen),
    };

    public static TheoryData<string, string> Matrix
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (
                var (action, trigger) in from action in Actions.Keys
                from trigger in Triggers.Keys
                select (action, trigger)
            )
                data.Add(action, trigger);

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Matrix))]
    public void Decide_ActionWithTrigger_IsDoneOrSaidNotToBe(string action, string trigger)
    {
        var scene = Build(action, trigger);
        var isOut = action is "limit maxdop" or "shrink" || trigger == "not measured";

        var before = See(scene, trigger, 30, isOn: false);
        var during = See(scene, trigger, 60, isOn: true);
        var place = scene.Governor.Queries.Single(query => query.Query.ProcessId == 10).PoolNumber;

        Assert.DoesNotContain(before.Events, item => item.Message.StartsWith("rule r", StringComparison.Ordinal));
        Assert.Equal(
            isOut,
            scene.Program.NotEnforced.Any(item => item.Name.StartsWith("rule r", StringComparison.Ordinal))
        );
        Assert.Equal(
            isOut ? 0 : 1,
            during.Events.Count(item => item.Message.StartsWith("rule r: ", StringComparison.Ordinal))
        );
        Assert.Equal(!isOut && action == "notify", during.Events.Any(item => item.Kind == "notify"));
        Assert.Equal(!isOut && action == "cancel" ? 1 : 0, during.Cancels.Length);
        Assert.Equal(Expected(scene, isOut ? "" : action), place);
        Assert.Equal(
            !isOut && action.StartsWith("quarantine", StringComparison.Ordinal),
            scene.Governor.Quarantined.Length == 1
        );
    }

    [Theory]
    [InlineData("deprioritize")]
    [InlineData("limit cpu cap")]
    [InlineData("move")]
    public void Decide_TriggerEndsOrRuleIsSuspended_IsUndone(string action)
    {
        foreach (var trigger in Triggers.Keys.Where(trigger => trigger is not ("elapsed" or "not measured")))
        {
            var scene = Build(action, trigger);
            See(scene, trigger, 60, isOn: true);
            See(scene, trigger, 120, isOn: false);

            Assert.Equal(
                scene.NumberOf("polluters"),
                scene.Governor.Queries.Single(query => query.Query.ProcessId == 10).PoolNumber
            );
        }
    }

    [Fact]
    public void Decide_BlockerUnderARule_IsReleasedWhateverTheRuleSays()
    {
        foreach (var action in Actions.Keys)
        {
            var scene = Build(action, "elapsed");
            scene.TurnWithBlocking(70, new() { [10] = 2 }, Scan(10));

            Assert.Equal(0, scene.Governor.Queries.Single().PoolNumber);
        }
    }

    private static Scene Build(string action, string trigger)
    {
        var builder = Htap();
        return new Scene(
            builder.Window(Later).Rule("r", "scan", null, (Triggers[trigger].When, Actions[action](builder))).Build()
        );
    }

    private static GovernorTurn See(Scene scene, string trigger, double seconds, bool isOn)
    {
        var seen = Scene.See(seconds, Scan(10)) with { Pressure = new HostPressure(0, 0, 0) };
        return scene.Governor.Decide(isOn ? Triggers[trigger].Change(seen) : seen);
    }

    private static int Expected(Scene scene, string action) =>
        action switch
        {
            "deprioritize" or "limit cpu cap" => scene.LowestOf("polluters"),
            "move" => scene.NumberOf("reporting"),
            _ => scene.NumberOf("polluters"),
        };

    private static Observation Each(Observation seen, Func<ObservedQuery, ObservedQuery> change) =>
        seen with
        {
            Queries = ImmutableArray.CreateRange(seen.Queries, change),
        };
}
