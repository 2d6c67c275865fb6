using RgPolicy.Engine.Sensitivity;
using RgPolicy.Engine.Tests.Building;

namespace RgPolicy.Engine.Tests.Sensitivity;

/// <summary>Curves, knees, surfaces and drift of one sweep whose noise is drawn, figure by figure.</summary>
public sealed class CharacterisationBaselineTests
{
    private static readonly Sweep Cores = new(
        SweepLever.Cores,
        [.. Enumerable.Range(1, 6).Select(cores => new SweepSetting(cores, Text($"{cores} cores")))]
    );

    private static readonly Sweep Llc = new(
        SweepLever.Llc,
        [.. Enumerable.Range(1, 4).Select(ways => new SweepSetting(2 * ways, Text($"{2 * ways} ways")))]
    );

    [Theory]
    [InlineData("calm", 0.01, 5)]
    [InlineData("noisy", 0.25, 4)]
    [InlineData("few", 0.05, 2)]
    public void Of_DrawnRuns_HasTheFiguresThatAreWritten(string name, double noise, int repeats)
    {
        var random = new Random(11);
        var grid = new SweepGrid(
            Cores with
            {
                Settings = Cores.Settings[..3],
            },
            Llc with
            {
                Settings = Llc.Settings[..2],
            }
        );
        var plan = SweepPlan.Of([Cores, Llc], repeats, 7, grid);
        MeasuredRun[] runs = [.. plan.Select(run => Measure(run, noise, random))];

        // One run of the grid is missing, and so is one setting of a sweep.
        var found = Characteriser.Of(
            [Cores, Llc],
            [.. runs.Where(run => run.Run is not { With: null, Lever: SweepLever.Llc, Setting.Value: 8 })],
            3,
            grid
        );

        Baseline.Check(
            $"characterisation_{name}.txt",
            Plan(plan)
                .Concat(found.Curves.SelectMany(Lines))
                .Concat(found.Surfaces.SelectMany(Lines))
                .Append(Text($"{found.Runs} runs, baseline {found.Baseline:0.####}, drift {found.Drift:0.####}"))
        );
    }

    [Theory]
    [InlineData(new[] { 5.0 }, 5)]
    [InlineData(new[] { 5.0, 1 }, 3)]
    [InlineData(new[] { 9.0, 1, 5 }, 5)]
    [InlineData(new[] { 9.0, 1, 5, 2 }, 3.5)]
    public void Median_AnyOrder_IsTheMiddleOrBetweenTheTwo(double[] values, double expected) =>
        Assert.Equal(expected, Bootstrap.Median(values));

    [Theory]
    [InlineData(0.9, 1.1, false)]
    [InlineData(1, 1.1, false)]
    [InlineData(1.01, 1.1, true)]
    [InlineData(0.8, 1, false)]
    [InlineData(0.8, 0.99, true)]
    public void Interacts_Interval_IsWhereItLeavesOutOne(double low, double high, bool expected) =>
        Assert.Equal(expected, new GridInteraction(1, 1, 1, low, high).Interacts);

    private static MeasuredRun Measure(PlannedRun run, double noise, Random random)
    {
        var cores = Math.Min(run.ValueOf(SweepLever.Cores) ?? 6, 4);
        var ways = run.ValueOf(SweepLever.Llc) ?? 8;
        var times = new[] { ("q1", 1, 8.0 / cores), ("q2", 3, 4.0 / cores + (ways < 4 ? 2 : 0)), ("q3", 2, 1.0) };
        return new MeasuredRun(
            run,
            [
                .. times.Select(time => new StatementTime(
                    time.Item1,
                    time.Item2,
                    time.Item3 * (1 + (noise * (random.NextDouble() - 0.5))),
                    cores < 3 ? "serial" : "parallel"
                )),
            ],
            2
        );
    }

    private static IEnumerable<string> Plan(ImmutableArray<PlannedRun> plan) =>
        plan.Select(run =>
            Text(
                $"run {run.Number}: {run.Lever} {run.Setting?.Value} {run.With?.Lever} {run.With?.Setting.Value} {run.Repeat}"
            )
        );

    private static IEnumerable<string> Lines(Curve curve) =>
        curve
            .Points.Select(point =>
                Text(
                    $"    {point.Setting.Text}: {point.Runs} {point.Median:0.####} {point.Low:0.####} {point.High:0.####} {string.Join(' ', point.Plans)}"
                )
            )
            .Concat(
                curve.Knees.Select(knee =>
                    Text($"    knee {knee.Share} {knee.Kind} {knee.Setting} {knee.Least} {knee.Most}")
                )
            )
            .Prepend(Text($"{curve.Lever} {curve.Statement}, unlimited {curve.Unlimited:0.####}"));

    private static IEnumerable<string> Lines(GridSurface surface) =>
        surface
            .Points.Select(Point)
            .Concat(
                surface.Knees.Select(knee =>
                    Text($"    knee {knee.Share} {knee.Kind}")
                    + Point(knee.Pair)
                    + (knee.Sure is { } sure ? Point(sure) : "")
                )
            )
            .Append(
                surface.Interaction is { } found
                    ? Text(
                        $"    together {found.Both:0.####} {found.First:0.####} {found.Second:0.####} {found.Low:0.####} {found.High:0.####}"
                    )
                    : "    together not known"
            )
            .Prepend(Text($"surface {surface.Statement}"));

    private static string Point(GridPoint point) =>
        Text(
            $"    {point.Column} {point.Row}: {point.Runs} {point.Median:0.####} {point.Low:0.####} {point.High:0.####}"
        );

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
