using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Explain;

public sealed class ClassExplainerTests
{
    private const string Text = """
        language 1
        pool fast { cpu weight 1000 }
        pool slow { cpu weight 100 io write 1 MiB/s }
        window work = mon..fri 08:00..18:00 "UTC"
        class small -> fast when plan.shape = join and plan.working_set < 12 MiB and session.app not in ('x', 'y')
        class day   -> slow when during work and session.login != 'batch'
        class wait  -> slow when plan.dop is known
        default     -> fast
        """;

    [Fact]
    public void Explain_EachClass_ShowsAtomsWithValuesAndResults()
    {
        var program = Compile();
        var values = new SignalValues();
        SignalMapper.Reset(values, TargetProfile.Generic);
        Assert.True(
            SignalJson.TryFill(
                """{"plan.shape":"join","plan.working_set":13631488,"session.login":"batch"}"""u8,
                values,
                out _
            )
        );

        var explanation = ClassExplainer.Explain(program, values, Instant.FromUtc(2026, 11, 20, 10, 0));

        Assert.Equal(
            ("default", 8, true, "fast"),
            (explanation.Class, explanation.Line, explanation.IsProvisional, explanation.Pool)
        );
        Assert.Equal(
            "session.app plan.dop",
            string.Join(' ', explanation.UnknownSignals.Select(signal => signal.Name))
        );
        var small = explanation.Tried[0];
        Assert.Equal(Truth.False, small.Result);
        Assert.Equal(3, small.Atoms.Length);
        Assert.Equal(
            ("plan.working_set < 12 MiB", "13 MiB", Truth.False),
            (small.Atoms[1].Text, small.Atoms[1].ValueText, small.Atoms[1].Result)
        );
        Assert.Equal(13631488, small.Atoms[1].Value.Number);
        Assert.Equal("pending", small.Atoms[2].ValueText);
        var day = explanation.Tried[1];
        Assert.Equal([Truth.True, Truth.False], day.Atoms.Select(atom => atom.Result));
        Assert.Equal("2026-11-20T10:00:00Z", day.Atoms[0].ValueText);
        Assert.Empty(explanation.Tried[3].Atoms);
    }

    [Fact]
    public void Explain_PoolSettings_SayWhatBecomesOfThem()
    {
        var values = new SignalValues();
        Assert.True(SignalJson.TryFill("""{"plan.shape":"scan","session.login":"x"}"""u8, values, out _));

        var explanation = ClassExplainer.Explain(Compile(), values, Instant.FromUtc(2026, 11, 20, 10, 0));

        Assert.Equal("slow", explanation.Pool);
        Assert.Equal(
            "cpu weight running, io write none",
            string.Join(", ", explanation.Settings.Select(item => $"{item.Name} {item.Effect}"))
        );
    }

    [Theory]
    [InlineData("plan.working_set", 1536, "1.5 KiB")]
    [InlineData("request.elapsed", 0.25, "250 ms")]
    [InlineData("request.elapsed", 90, "90 s")]
    [InlineData("request.elapsed", 600, "10 min")]
    [InlineData("host.cpu.pressure", 12.345, "12.34 %")]
    [InlineData("plan.shape", 1, "scan")]
    [InlineData("plan.writes", 1, "true")]
    [InlineData("plan.rows", 1000000, "1000000")]
    public void Format_Values_ReadWell(string name, double value, string expected) =>
        Assert.Equal(expected, SignalText.Format(SignalCatalog.Get(name), SignalValue.Of((decimal)value)));

    private static PolicyProgram Compile()
    {
        var check = PolicyReader.Check(Text, "p.rgp", TargetProfile.Generic);
        return PolicyProgram.Compile(check.Policy!, TargetProfile.Generic);
    }
}
