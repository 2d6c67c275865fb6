using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.States;

public sealed class StateTests
{
    private const string Overload = """
        state overload when host.cpu.pressure > 60% for 30 s until host.cpu.pressure < 40% for 60 s
        in overload { pool slow { cpu weight 100 } }
        """;

    [Fact]
    public void Decide_PressureHoldsLongEnough_EntersAndLeavesTheState()
    {
        var governor = Make(Overload);

        Assert.Equal([0.5], Shares(governor, 0, 70));
        Assert.Equal([0.5], Shares(governor, 29, 70));
        Assert.Equal([0.1], Shares(governor, 30, 70));
        Assert.Equal(["overload"], governor.ActiveStates.ToArray());
        Assert.Equal([0.1], Shares(governor, 40, 39));
        Assert.Equal([0.1], Shares(governor, 99, 39));
        Assert.Equal([0.5], Shares(governor, 100, 39));
        Assert.Empty(governor.ActiveStates);
    }

    [Theory]
    [InlineData(50.0)]
    [InlineData(60.0)]
    [InlineData(null)]
    public void Decide_ConditionBreaksOrIsUnknownForAMoment_BeginsAnew(double? between)
    {
        var governor = Make(Overload);

        Assert.Equal([0.5], Shares(governor, 0, 70));
        Assert.Equal([0.5], Shares(governor, 20, between));
        Assert.Equal([0.5], Shares(governor, 31, 70));
        Assert.Equal([0.5], Shares(governor, 60, 70));
        Assert.Equal([0.1], Shares(governor, 61, 70));
        Assert.Equal([0.1], Shares(governor, 500, between));
    }

    [Fact]
    public void Decide_BetweenTheThresholds_StaysWhatItWas()
    {
        var governor = Make(Overload);
        Shares(governor, 0, 70);
        Shares(governor, 30, 70);

        for (var second = 31; second < 600; second += 7)
            Assert.Equal([0.1], Shares(governor, second, 50));
    }

    [Fact]
    public void Decide_TwoStatesNameASetting_TheFirstInTheTextWins()
    {
        var governor = Make(
            """
            state first when host.cpu.pressure > 60% for 1 s
            state second when host.io.pressure > 60% for 1 s
            in first { pool slow { cpu weight 100 } }
            in second { pool slow { cpu weight 300 cores 50% } }
            """
        );

        Shares(governor, 0, 70, 70);
        Assert.Equal([0.1], Shares(governor, 1, 70, 70));
        Assert.Equal(governor.Program.Target.Cores / 2, governor.Program.ThrottlingPools.Single().Cores?.Length);
        Shares(governor, 2, 0, 70);
        Assert.Equal([0.3], Shares(governor, 3, 0, 70));
        Assert.Equal(["second"], governor.ActiveStates.ToArray());
    }

    [Fact]
    public void Decide_StateChangesAPool_ItsProcessesArePutThereAgainAndOthersStay()
    {
        var governor = Make(Overload);
        var (scan, oltp) = (Scan(10), Query(11, Plan(PlanShape.Oltp)));
        Assert.Equal([(10, 1)], Moves(governor, 60, 70, scan, oltp));
        Assert.Empty(Moves(governor, 70, 70, scan, oltp));

        Assert.Equal([(10, 1)], Moves(governor, 90, 70, scan, oltp));
        Assert.Empty(Moves(governor, 91, 70, scan, oltp));
    }

    [Fact]
    public void Decide_StateIsEntered_IsTold()
    {
        var governor = Make(Overload);
        Shares(governor, 0, 70);

        var turn = governor.Decide(Seen(30, 70, null));

        Assert.Contains(
            turn.Events,
            item => item.Kind == "state" && item.Message == "state overload entered: host.cpu.pressure > 60%"
        );
    }

    [Fact]
    public void Replace_OtherPolicy_BeginsWithoutStates()
    {
        var governor = Make(Overload);
        Shares(governor, 0, 70);
        Shares(governor, 30, 70);

        governor.Replace(Compile(Overload));

        Assert.Empty(governor.ActiveStates);
        Assert.Equal([0.5], Shares(governor, 31, 70));
    }

    [Fact]
    public void NotEnforced_States_AreNotListed() => Assert.Empty(Compile(Overload).NotEnforced);

    private static double?[] Shares(Governor governor, int second, double? cpu, double? io = null)
    {
        governor.Decide(Seen(second, cpu, io));
        return [.. governor.Program.ThrottlingPools.Select(pool => pool.CpuShare)];
    }

    private static (int, int)[] Moves(Governor governor, int second, double cpu, params ObservedQuery[] queries)
    {
        var turn = governor.Decide(Seen(second, cpu, null) with { Queries = [.. queries] });
        foreach (var move in turn.Moves)
            governor.Report(move, done: true, vanished: false, "");

        return [.. turn.Moves.Select(move => (move.ProcessId, move.PoolNumber))];
    }

    private static Observation Seen(int second, double? cpu, double? io) =>
        new(Start.AddSeconds(second), []) { Pressure = new HostPressure(cpu, io, null) };

    private static Governor Make(string statements) => new(Compile(statements), new GovernorOptions());

    private static PolicyProgram Compile(string statements)
    {
        var text =
            "language 1\npool fast { cpu weight 1000 }\npool slow { cpu weight 500 }\n"
            + "class scan -> slow when plan.shape = scan\n"
            + statements
            + "\ndefault -> fast\n";
        var check = PolicyReader.Check(text, "p.rgp", TargetProfile.Generic);
        Assert.Empty(
            check
                .Diagnostics.Where(item => item.Severity == Language.Diagnostics.DiagnosticSeverity.Error)
                .Select(item => item.Message)
        );
        return PolicyProgram.Compile(check.Policy!, TargetProfile.Generic);
    }
}
