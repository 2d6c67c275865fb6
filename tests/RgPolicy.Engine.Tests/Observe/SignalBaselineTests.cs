using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Observe;

/// <summary>Every signal as people read it: of queries about which everything, little or nothing is known.</summary>
public sealed class SignalBaselineTests
{
    private static readonly PlanProfile Profile = new()
    {
        Shape = PlanShape.Aggregation,
        CacheUse = CacheUse.Polluting,
        Locality = PlanLocality.Moderate,
        Temporality = Temporality.NonTemporal,
        Writes = true,
        WorkingSetBytes = new Figure(1536.4m, Provenance.Actual),
        StreamedBytes = new Figure(5L << 40, Provenance.Estimate),
        RandomAccesses = new Figure(0, Provenance.Inferred),
        RowsTouched = new Figure(1234567.5m, Provenance.Estimate),
        MemoryGrantBytes = new Figure(3 << 20, Provenance.Unknown),
        Dop = new Figure(-1, Provenance.Actual),
        Cost = new Figure(0.12345m, Provenance.Estimate),
        Tables = ["a", "b c"],
    };

    private static readonly (string Name, ObservedQuery Query)[] Queries =
    [
        (
            "everything",
            Scene.Query(10, PlanFacts.Known(Profile, "x"), 5, 11, 12) with
            {
                Session = new SessionFacts("web", "app", "10.0.0.1", "shop", false) { Groups = ["g", "h"] },
                History = new HistoryFacts(
                    7,
                    TimeSpan.FromMilliseconds(3.25),
                    TimeSpan.FromSeconds(119.99),
                    TimeSpan.FromMinutes(3),
                    1L << 50
                ),
            }
        ),
        (
            "a little",
            Scene.Query(20, PlanFacts.Known(Profile with { Locality = null, Temporality = null }, "x"), 9.5) with
            {
                Session = new SessionFacts(@"D\joe", "", "", "", false),
                Statement = new StatementFacts(StatementKind.Merge, "", null, true) { Tables = ["t"] },
                History = new HistoryFacts(null, TimeSpan.Zero, null, TimeSpan.FromHours(2), 1023),
            }
        ),
        ("no plan", Scene.Query(30, PlanFacts.Absent("none"), -9000)),
        ("nothing", Scene.Query(40, PlanFacts.Pending, 10) with { Statement = null }),
        ("no tables yet", Scene.Query(50, PlanFacts.Pending, 12)),
    ];

    [Fact]
    public void Fill_QueriesOfAllKinds_HasTheSignalsThatAreWritten()
    {
        var observation = Scene.See(10, [.. Queries.Select(each => each.Query)]) with
        {
            Figures =
            [
                new RequestFigures(TimeSpan.FromSeconds(1.5), 4096, 0, 1 << 30, 2)
                {
                    Sampled = new MeasuredSet(2048, 1 << 20),
                },
                new RequestFigures(null, null, null, null, 0) { Sampled = new MeasuredSet(0, null) },
                new RequestFigures(TimeSpan.FromHours(3), 1, 2, 3, 4),
            ],
            Blocking = new Dictionary<int, int> { [10] = 3 },
            Pressure = new HostPressure(12.345, null, 0),
        };
        Baseline.Check(
            "signals.txt",
            Targets
                .All.Take(1)
                .Append(Targets.All[^1])
                .SelectMany(target =>
                    Queries.SelectMany(each =>
                    {
                        var values = new SignalValues();
                        SignalMapper.Fill(values, each.Query, observation, target);
                        return SignalCatalog
                            .All.Select(signal => $"    {signal.Name}: {SignalText.Format(signal, values[signal])}")
                            .Prepend($"== {each.Name} on {target.Name}");
                    })
                )
        );
    }

    [Theory]
    [InlineData(-0.1, "absent")]
    [InlineData(0.0, "0 %")]
    [InlineData(100.0, "100 %")]
    [InlineData(100.1, "absent")]
    [InlineData(double.NaN, "absent")]
    public void Fill_Pressure_IsThereWhereItIsAShare(double pressure, string expected)
    {
        var values = new SignalValues();
        var seen = Scene.See(1) with { Pressure = new HostPressure(pressure, pressure, pressure) };

        SignalMapper.Fill(values, Scene.Scan(1), seen, RgPolicy.Language.Targets.TargetProfile.Generic);

        foreach (var name in new[] { "host.cpu.pressure", "host.io.pressure", "host.memory.pressure" })
        {
            var signal = SignalCatalog.Get(name);
            Assert.Equal(expected, SignalText.Format(signal, values[signal]));
        }
    }

    // Which forms of a value each signal takes, and what is told of the others.
    [Fact]
    public void TryFill_EverySignalAndForm_TakesOrTellsWhatIsWritten() =>
        Baseline.Check(
            "signal_json.txt",
            SignalCatalog
                .All.Select(signal => signal.Name)
                .Append("plan.what")
                .Append("what")
                .SelectMany(name => Forms.Select(form => $"{name} {form}: {Take($"{{\"{name}\":{form}}}")}"))
                .Concat(Lines.Select(line => $"{line}: {Take(line)}"))
        );

    private static readonly string[] Forms = ["1", "-1", "0.5", "101", "\"x\"", "true", "[\"a\"]", "{}"];

    private static readonly string[] Lines =
    [
        "",
        " ",
        "[]",
        "{}",
        "{} 1",
        "{",
        "{\"plan.rows\":1,\"plan.rows\":2}",
        "{\"dbms.version\":\"15\"}",
        "{\"dbms.version\":\"15.x\"}",
        "{\"session.app\":\"\\ud800\"}",
    ];

    private static string Take(string line)
    {
        var values = new SignalValues();
        return SignalJson.TryFill(System.Text.Encoding.UTF8.GetBytes(line), values, out var error)
            ? string.Join(
                ' ',
                SignalCatalog
                    .All.Where(signal => values[signal].IsKnown)
                    .Select(signal => SignalText.Format(signal, values[signal]))
            )
            : error;
    }

    [Theory]
    [InlineData("request.reads", "0", "0 B")]
    [InlineData("request.reads", "1023", "1023 B")]
    [InlineData("request.reads", "1024", "1 KiB")]
    [InlineData("request.reads", "1048576", "1 MiB")]
    [InlineData("request.reads", "1125899906842624", "1 PiB")]
    [InlineData("request.reads", "1152921504606846976", "1024 PiB")]
    [InlineData("request.reads", "-2048", "-2 KiB")]
    [InlineData("host.memory.bandwidth", "3072", "3 KiB/s")]
    [InlineData("request.cpu", "0", "0 s")]
    [InlineData("request.cpu", "0.0015", "1.5 ms")]
    [InlineData("request.cpu", "-0.5", "-500 ms")]
    [InlineData("request.cpu", "0.999", "999 ms")]
    [InlineData("request.cpu", "1", "1 s")]
    [InlineData("request.cpu", "119.9", "119.9 s")]
    [InlineData("request.cpu", "120", "2 min")]
    [InlineData("request.cpu", "7199", "119.98 min")]
    [InlineData("request.cpu", "7200", "2 h")]
    [InlineData("host.cpu.pressure", "12.345", "12.34 %")]
    [InlineData("plan.writes", "0", "false")]
    [InlineData("plan.writes", "1", "true")]
    [InlineData("plan.shape", "0", "oltp")]
    [InlineData("plan.shape", "9", "unknown")]
    [InlineData("plan.shape", "10", "10")]
    [InlineData("plan.shape", "-1", "-1")]
    [InlineData("plan.rows", "1.239", "1.24")]
    public void Format_Number_IsShortAndHasAUnit(string signal, string number, string expected) =>
        Assert.Equal(
            expected,
            SignalText.Format(
                SignalCatalog.Get(signal),
                SignalValue.Of(decimal.Parse(number, System.Globalization.CultureInfo.InvariantCulture))
            )
        );
}
