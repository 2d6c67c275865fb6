using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

public sealed class GovernorWindowTests
{
    [Fact]
    public void Decide_WindowOpensAndCloses_DecidesRunningQueriesAnew()
    {
        var governor = new Governor(
            Compile("class scan -> slow when plan.shape = scan and during noon"),
            new GovernorOptions()
        );
        var scan = Scan(10);

        Assert.Empty(At(governor, 11, 59, scan).Moves);
        Assert.Equal([1], At(governor, 12, 0, scan).Moves.Select(move => move.PoolNumber));
        Assert.Same(GovernorTurn.Unchanged, At(governor, 12, 30, scan));
        Assert.Equal([0], At(governor, 13, 0, scan).Moves.Select(move => move.PoolNumber));
    }

    [Fact]
    public void Decide_RuleDuringWindow_ActsOnlyInside()
    {
        var governor = new Governor(
            Compile(
                """
                class scan -> fast when plan.shape = scan
                rule r on class scan during noon { when request.elapsed > 1 s then move to slow }
                """
            ),
            new GovernorOptions()
        );
        var scan = Scan(10);

        Assert.Empty(At(governor, 11, 59, scan).Moves);
        Assert.Equal([1], At(governor, 12, 0, scan).Moves.Select(move => move.PoolNumber));
        Assert.Equal([0], At(governor, 13, 0, scan).Moves.Select(move => move.PoolNumber));
    }

    [Fact]
    public void Decide_OneOfTwoRulesHasAWindow_TheOtherActsAlways()
    {
        var governor = new Governor(
            Compile(
                """
                class scan -> fast when plan.shape = scan
                rule r on class scan during noon { when request.elapsed > 1 s then move to slow }
                rule s on class scan { when request.elapsed > 3 h then log }
                """
            ),
            new GovernorOptions()
        );
        var scan = Scan(10);

        Assert.Empty(At(governor, 11, 59, scan).Moves);
        Assert.Equal([1], At(governor, 12, 0, scan).Moves.Select(move => move.PoolNumber));
        Assert.Equal([0], At(governor, 13, 0, scan).Moves.Select(move => move.PoolNumber));
    }

    [Fact]
    public void Decide_ClassOnAge_IsDecidedAnewAsTheQueryAges()
    {
        var governor = new Governor(Compile("class old -> slow when request.elapsed > 1 h"), new GovernorOptions());
        var scan = Scan(10);

        Assert.Empty(At(governor, 9, 59, scan).Moves);
        Assert.Single(At(governor, 10, 1, scan).Moves);
    }

    private static GovernorTurn At(Governor governor, int hour, int minute, ObservedQuery query) =>
        governor.Decide(new Observation(new DateTimeOffset(2026, 11, 20, hour, minute, 0, TimeSpan.Zero), [query]));

    private static PolicyProgram Compile(string statements)
    {
        var text =
            "language 1\npool fast { cpu weight 1000 }\npool slow { cpu weight 100 }\n"
            + "window noon = mon..fri 12:00..13:00 \"UTC\"\n"
            + statements
            + "\ndefault -> fast\n";
        var check = PolicyReader.Check(text, "p.rgp", TargetProfile.Generic);
        Assert.Empty(check.Diagnostics.Where(item => item.Severity == Language.Diagnostics.DiagnosticSeverity.Error));
        return PolicyProgram.Compile(check.Policy!, TargetProfile.Generic);
    }
}
