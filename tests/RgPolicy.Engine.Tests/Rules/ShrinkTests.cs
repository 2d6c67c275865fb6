using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Rules;

public sealed class ShrinkTests
{
    private static readonly TargetProfile SqlServer = TargetProfile.Generic with
    {
        DbmsKind = "sqlserver",
        DbmsVersion = [16],
    };
    private static readonly double Hour = new GovernorOptions().Rules.ShrinkFor.TotalSeconds;

    [Fact]
    public void Decide_QueryThatRunsTooLong_IsRememberedUntilAnHourAfterTheLastOccasion()
    {
        var scene = MakeScene();
        scene.Turn(59, Scan(10));
        Assert.Empty(scene.Governor.Shrunk);

        scene.Turn(61, Scan(10));
        var first = Assert.Single(scene.Governor.Shrunk);
        Assert.Equal(
            ("shop", "f", "long", At(61 + Hour)),
            (first.Database, first.Fingerprint, first.Rule, first.Until)
        );
        scene.Turn(200, Scan(11, 130));
        Assert.Equal(At(200 + Hour), Assert.Single(scene.Governor.Shrunk).Until);

        scene.Turn(200 + Hour - 1);
        Assert.Single(scene.Governor.Shrunk);
        Assert.Contains(
            "is shrunk no longer",
            Assert.Single(scene.Turn(200 + Hour).Events).Message,
            StringComparison.Ordinal
        );
        Assert.Empty(scene.Governor.Shrunk);
    }

    [Fact]
    public void Decide_SuperuserExemptOrUnknownStatement_IsNotRemembered()
    {
        var scene = MakeScene();

        scene.Turn(
            61,
            Scan(10) with
            {
                Session = Admin,
            },
            Scan(11) with
            {
                Exemption = "a backup",
            },
            Scan(12) with
            {
                Statement = null,
            },
            Scan(13) with
            {
                Session = User with { Database = "" },
            }
        );

        Assert.Empty(scene.Governor.Shrunk);
    }

    [Fact]
    public void Decide_StatementInTwoDatabases_IsRememberedWhereItRanTooLong()
    {
        var scene = MakeScene();

        scene.Turn(61, Scan(10), Scan(11, 30) with { Session = User with { Database = "archive" } });

        Assert.Equal("shop", Assert.Single(scene.Governor.Shrunk).Database);
    }

    [Fact]
    public void Decide_StepsAboveThatReachNothingHere_AreNeitherToldNorEndTheOneBelow()
    {
        var builder = Htap();
        builder.Rule(
            "long",
            "scan",
            null,
            (Compare("request.elapsed", ComparisonOperator.GreaterOrEqual, 60), new RuleAction.ShrinkNext()),
            (Compare("request.elapsed", ComparisonOperator.GreaterOrEqual, 70), new RuleAction.Deprioritize()),
            (
                Compare("request.elapsed", ComparisonOperator.GreaterOrEqual, 80),
                new RuleAction.MoveTo(builder.Find("polluters"))
            ),
            (
                Compare("request.elapsed", ComparisonOperator.GreaterOrEqual, 90),
                new RuleAction.Quarantine(null, TimeSpan.FromMinutes(1))
            ),
            (Compare("request.elapsed", ComparisonOperator.GreaterOrEqual, 100), new RuleAction.Cancel())
        );
        var scene = new Scene(builder.Build(), SqlServer);

        Assert.Contains(
            "shrink next",
            Assert.Single(scene.Turn(61, Scan(10)).Events).Message,
            StringComparison.Ordinal
        );
        Assert.Empty(scene.Turn(95, Scan(10)).Events);
        Assert.Single(scene.Turn(101, Scan(10)).Cancels);
        Assert.Equal(
            ["rule long: deprioritize", "rule long: move to polluters", "rule long: quarantine fingerprint"],
            scene
                .Program.NotEnforced.Select(item => item.Name)
                .Where(name => name.StartsWith("rule", StringComparison.Ordinal)),
            StringComparer.Ordinal
        );
    }

    [Theory]
    [InlineData("sqlserver", 16, null)]
    [InlineData("sqlserver", 15, "SQL Server 2022")]
    [InlineData("postgresql", 15, "postgresql takes no hint")]
    public void Compile_Target_IsDoneOrSaidNotToBe(string kind, long version, string? missing)
    {
        var scene = MakeScene(TargetProfile.Generic with { DbmsKind = kind, DbmsVersion = [version] });

        scene.Turn(61, Scan(10));

        Assert.Equal(missing is null ? 1 : 0, scene.Governor.Shrunk.Length);
        var effect = Assert.Single(scene.Program.StepEffects);
        Assert.Equal(missing is null ? "next_execution" : "none", effect.Effect);
        Assert.Contains(missing ?? "half of the workers", effect.Reason, StringComparison.Ordinal);
        Assert.Equal(missing is not null, scene.Program.NotEnforced.Any(item => item.Name == "rule long: shrink next"));
    }

    [Theory]
    [InlineData(16, "slow", "next_execution", "maxdop and grant of pool slow")]
    [InlineData(16, "polluters", "none", "has neither")]
    [InlineData(16, null, "none", "name a pool")]
    [InlineData(15, "slow", "none", "SQL Server 2022")]
    public void Compile_QuarantineOnSqlServer_ReachesLaterExecutionsByAHint(
        long version,
        string? pool,
        string effect,
        string reason
    )
    {
        var builder = Htap().Pool("slow", Amount(SettingName.Maxdop, 1, Language.Signals.SignalType.Count));
        var action = new RuleAction.Quarantine(pool is null ? null : builder.Find(pool), TimeSpan.FromMinutes(5));
        builder.Rule("long", "scan", null, (Compare("request.elapsed", ComparisonOperator.GreaterOrEqual, 60), action));

        var step = Assert.Single(
            new Scene(builder.Build(), SqlServer with { DbmsVersion = [version] }).Program.StepEffects
        );

        Assert.Equal(effect, step.Effect);
        Assert.Contains(reason, step.Reason, StringComparison.Ordinal);
    }

    private static Scene MakeScene(TargetProfile? target = null) =>
        new(
            Htap()
                .Rule(
                    "long",
                    "scan",
                    null,
                    (Compare("request.elapsed", ComparisonOperator.GreaterOrEqual, 60), new RuleAction.ShrinkNext())
                )
                .Build(),
            target ?? SqlServer
        );
}
