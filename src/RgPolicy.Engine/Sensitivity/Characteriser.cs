namespace RgPolicy.Engine.Sensitivity;

/// <summary>Turns measured runs into curves with knees; pure.</summary>
internal static class Characteriser
{
    /// <summary>The shares of the best for which knees are told.</summary>
    internal static readonly ImmutableArray<double> Shares = [0.90, 0.95];

    private const int LeastForDrift = 4;

    /// <summary>Fewer runs have no interval.</summary>
    internal const int LeastForKnee = 3;

    /// <summary>Evaluates.</summary>
    /// <param name="sweeps">What was to be tried.</param>
    /// <param name="runs">What was measured; may lack some.</param>
    /// <param name="seed">For the drawn intervals.</param>
    /// <param name="grid">Two levers that were set together; may be null.</param>
    public static Characterisation Of(
        ImmutableArray<Sweep> sweeps,
        IReadOnlyCollection<MeasuredRun> runs,
        int seed,
        SweepGrid? grid = null
    )
    {
        var statements = runs.SelectMany(run => run.Times.Select(time => time.Statement))
            .Distinct(StringComparer.Ordinal)
            .ToArray();
        var baselines = runs.Where(run => run.Run.IsBaseline)
            .OrderBy(run => run.Run.Number)
            .Select(run => run.Rate)
            .ToArray();
        return new Characterisation(
            [.. sweeps.SelectMany(sweep => CurvesOf(sweep, statements, runs, seed))],
            baselines.Length == 0 ? null : Bootstrap.Median(baselines),
            Drift(baselines),
            runs.Count
        )
        {
            Surfaces = grid is null ? [] : [.. SurfacesOf(new GridReading(grid, runs, seed), statements)],
        };
    }

    private static IEnumerable<GridSurface> SurfacesOf(GridReading reading, string[] statements) =>
        statements.Prepend(null).Select(reading.Of).Where(surface => !surface.Points.IsEmpty);

    private static IEnumerable<Curve> CurvesOf(
        Sweep sweep,
        string[] statements,
        IReadOnlyCollection<MeasuredRun> runs,
        int seed
    ) =>
        statements
            .Prepend(null)
            .Select(statement => CurveOf(sweep, statement, runs, seed))
            .Where(curve => !curve.Points.IsEmpty);

    private static Curve CurveOf(Sweep sweep, string? statement, IReadOnlyCollection<MeasuredRun> runs, int seed)
    {
        var random = new Random(seed);
        var points = ImmutableArray.CreateBuilder<CurvePoint>();
        var rates = ImmutableArray.CreateBuilder<double[]>();
        foreach (var setting in sweep.Settings)
        {
            var of = runs.Where(run =>
                    run.Run.With is null && run.Run.Lever == sweep.Lever && run.Run.Setting?.Value == setting.Value
                )
                .ToArray();
            if (of.Length == 0)
                continue;
            var measured = of.Select(run => statement is null ? run.Rate : run.RateOf(statement)).ToArray();
            rates.Add(measured);
            points.Add(Point(setting, statement, of, measured, random));
        }

        return new Curve(sweep.Lever, statement, points.ToImmutable(), Knees(rates.ToImmutable(), seed))
        {
            Unlimited = Unlimited(statement, runs),
        };
    }

    private static double? Unlimited(string? statement, IReadOnlyCollection<MeasuredRun> runs)
    {
        var rates = runs.Where(run => run.Run.IsBaseline)
            .Select(run => statement is null ? run.Rate : run.RateOf(statement))
            .ToArray();
        return rates.Length == 0 ? null : Bootstrap.Median(rates);
    }

    private static CurvePoint Point(
        SweepSetting setting,
        string? statement,
        MeasuredRun[] runs,
        double[] rates,
        Random random
    )
    {
        var (low, high) = Bootstrap.MedianInterval(rates, random);
        var plans = runs.SelectMany(run => run.Times)
            .Where(time => time.Statement == statement)
            .Select(time => time.Plan)
            .Distinct(StringComparer.Ordinal)
            .Order(StringComparer.Ordinal);
        return new CurvePoint(setting, rates.Length, Bootstrap.Median(rates), low, high, [.. plans]);
    }

    private static ImmutableArray<Knee> Knees(ImmutableArray<double[]> rates, int seed) =>
        rates.Length < 2 || rates.Any(each => each.Length < LeastForKnee)
            ? []
            : [.. Shares.Select(share => KneeFinder.Find(rates, share, seed))];

    /// <summary>Medians of the first and the last third: one odd run makes no drift.</summary>
    private static double? Drift(double[] baselines)
    {
        if (baselines.Length < LeastForDrift)
            return null;
        var third = Math.Max(2, baselines.Length / 3);
        return Bootstrap.Median(baselines.AsSpan()[^third..]) / Bootstrap.Median(baselines.AsSpan()[..third]) - 1;
    }
}

/// <summary>What a sweep came to.</summary>
/// <param name="Curves">Of each lever the whole workload's, then each statement's.</param>
/// <param name="Baseline">Statements per second with nothing limited: the median; null where there is none.</param>
/// <param name="Drift">How much the last baselines differ from the first, such as -0.03; null with fewer than
/// four.</param>
/// <param name="Runs">Runs that were measured, baselines included.</param>
internal sealed record Characterisation(ImmutableArray<Curve> Curves, double? Baseline, double? Drift, int Runs)
{
    /// <summary>Of a grid the whole workload's surface, then each statement's.</summary>
    public ImmutableArray<GridSurface> Surfaces { get; init; } = [];
}
