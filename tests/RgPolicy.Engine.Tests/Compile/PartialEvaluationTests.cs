using RgPolicy.Engine.Compile.Phases;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Compile;

public sealed class PartialEvaluationTests
{
    private const string Text = """
        language 1
        pool a { cpu weight 1000 }
        pool b { cpu weight 100 }
        class bi -> b when session.app = 'bi'
        class big -> b when host.cores > 4 and (session.app = 'x' or plan.working_set > host.llc) and statement.kind = select
        class other_kind -> a when dbms.kind = sqlserver and plan.shape = scan
        class slow -> b when not (request.elapsed < 1 min or plan.writes) and session.login = 'joe'
        default -> a
        """;

    [Fact]
    public void Of_EachPhase_SaysWhatIsDecidedAndWhatIsLeft()
    {
        var phases = PartialEvaluation.Of(Check(Text), TargetProfile.Generic);

        Assert.Equal(
            [
                DecisionPhase.Target,
                DecisionPhase.Session,
                DecisionPhase.Statement,
                DecisionPhase.Plan,
                DecisionPhase.Request,
            ],
            phases.Select(phase => phase.Phase)
        );
        Assert.Equal(
            ["", "bi", "", "big", "slow default"],
            phases.Select(phase => string.Join(' ', phase.Decided.Select(item => item.Name))),
            StringComparer.Ordinal
        );
        Assert.Equal(["other_kind"], phases[0].Never.Select(item => item.Name), StringComparer.Ordinal);
        Assert.Equal(
            "(plan.working_set > host.llc) and statement.kind = select",
            phases[1].Residue.Single(left => left.Class.Name == "big").Left
        );
        var slow = phases[3].Residue.Single(left => left.Class.Name == "slow");
        Assert.Equal(("not (request.elapsed < 1 min)", "request.elapsed"), (slow.Left, Assert.Single(slow.WaitsFor)));
        Assert.Equal("", phases[3].Residue.Single(left => left.Class.Name == "default").Left);
    }

    [Theory]
    [InlineData("sqlserver", "session.app = 'bi' and during night", DecisionPhase.Session)]
    [InlineData("sqlserver", "during night", DecisionPhase.Session)]
    [InlineData("sqlserver", "plan.shape = scan and during night", DecisionPhase.Request)]
    [InlineData("postgresql", "session.app = 'bi' and during night", DecisionPhase.Request)]
    public void Of_Window_IsAskedAtLoginWhereAClassifierAsksIt(string kind, string condition, object phase)
    {
        var policy = Check(
            "language 1\nwindow night = mon..sun 22:00..06:00 \"Etc/UTC\"\npool a { maxdop 1 }\npool b { maxdop 2 "
                + $"}}\nclass x -> b when {condition}\ndefault -> a"
        );

        var phases = PartialEvaluation.Of(policy, TargetProfile.Generic with { DbmsKind = kind, DbmsVersion = [16] });

        Assert.Equal((DecisionPhase)phase, phases.Single(each => each.Decided.Any(item => item.Name == "x")).Phase);
    }

    [Fact]
    public void Of_AnyPolicy_EveryClassIsDecidedOnceOrNever()
    {
        var source = new Classify.RandomPolicies(new Random(4));
        for (var round = 0; round < 500; round++)
        {
            var policy = source.Policy(8);

            var phases = PartialEvaluation.Of(policy, TargetProfile.Generic);

            Assert.Equal(
                policy.Classes.Select(item => item.Index),
                phases.SelectMany(phase => phase.Decided.Concat(phase.Never)).Select(item => item.Index).Order()
            );
            Assert.Empty(phases[^1].Residue);
        }
    }

    private static Policy Check(string text) =>
        PolicyReader.Check(text, "phases.rgp", TargetProfile.Generic).Policy ?? throw new InvalidOperationException();
}
