namespace RgPolicy.SimulationProof.Papers;

/// <summary>Chooses the parameters for which the curves of queries that run alone come out best: least squares over a
/// grid that narrows.</summary>
internal static class Fit
{
    private const int Rounds = 4;
    private const int Points = 7;

    /// <summary>Fits and prints what belongs into <see cref="Frozen"/>.</summary>
    public static void Run(TextWriter output)
    {
        var aggregation = Search((cpu, overlap) => Icde2018.Solo(cpu, overlap, 1e-9, 1).Take(2));
        var join = Search((cpu, _) => Icde2018.Solo(1e-9, 1, cpu, Frozen.JoinOverlap).Skip(2).Take(1));
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"AggregationCpu = {aggregation.Cpu:0.00e0}, AggregationOverlap = {aggregation.Second:0.0},"
                    + $" JoinCpu = {join.Cpu:0.00e0}"
            )
        );
        var tpch = Search((cpu, megabytes) => Hpca2018.Figures(megabytes, cpu).Take(2), (4, 4000));
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"TpchMegabytes = {tpch.Second:0.0}, TpchCpu = {tpch.Cpu:0.00e0}"
            )
        );
        output.WriteLine(PaperFigure.Header);
        var all = Icde2018
            .Solo(aggregation.Cpu, aggregation.Second, join.Cpu, Frozen.JoinOverlap)
            .Concat(Hpca2018.Figures(tpch.Second, tpch.Cpu).Take(2));
        foreach (var figure in all)
            output.WriteLine(figure.Row);
    }

    private static (double Cpu, double Second) Search(
        Func<double, double, IEnumerable<PaperFigure>> figures,
        (double Low, double High)? range = null
    )
    {
        var (cpus, seconds) = ((Low: 1e-10, High: 1e-7), range ?? (Low: 0.5, High: 16.0));
        var best = (Cpu: 0.0, Second: 0.0, Error: double.PositiveInfinity);
        for (var round = 0; round < Rounds; round++)
        {
            foreach (var cpu in Grid(cpus))
            {
                foreach (var second in Grid(seconds))
                {
                    var error = figures(cpu, second).Sum(each => each.Error * each.Error);
                    best = error < best.Error ? (cpu, second, error) : best;
                }
            }

            (cpus, seconds) = (Around(cpus, best.Cpu), Around(seconds, best.Second));
        }

        return (best.Cpu, best.Second);
    }

    private static IEnumerable<double> Grid((double Low, double High) range) =>
        Enumerable
            .Range(0, Points)
            .Select(point => range.Low * Math.Pow(range.High / range.Low, point / (Points - 1.0)));

    private static (double Low, double High) Around((double Low, double High) range, double best)
    {
        var step = Math.Pow(range.High / range.Low, 1.0 / (Points - 1));
        return (best / step, best * step);
    }
}
