namespace RgPolicy.Engine.Sensitivity;

/// <summary>Turns the runs of a grid into its surface; pure.</summary>
internal sealed class GridReading(SweepGrid grid, IReadOnlyCollection<MeasuredRun> runs, int seed)
{
    /// <summary>The surface of the workload or of a statement.</summary>
    public GridSurface Of(string? statement)
    {
        var random = new Random(seed);
        var cells = Cells(statement).ToArray();
        return new GridSurface(
            grid,
            statement,
            [.. cells.Select(cell => Point(cell.Column, cell.Row, cell.Rates, random))],
            Knees(cells),
            Interaction(cells)
        );
    }

    private IEnumerable<(int Column, int Row, double[] Rates)> Cells(string? statement) =>
        from row in Enumerable.Range(0, grid.Second.Settings.Length)
        from column in Enumerable.Range(0, grid.First.Settings.Length)
        let rates = Rates(column, row, statement)
        where rates.Length > 0
        select (column, row, rates);

    private double[] Rates(int column, int row, string? statement) =>
        [
            .. runs.Where(run =>
                    run.Run is { With: not null } planned
                    && planned.ValueOf(grid.First.Lever) == grid.First.Settings[column].Value
                    && planned.ValueOf(grid.Second.Lever) == grid.Second.Settings[row].Value
                )
                .Select(run => statement is null ? run.Rate : run.RateOf(statement)),
        ];

    private static GridPoint Point(int column, int row, double[] rates, Random random)
    {
        var (low, high) = Bootstrap.MedianInterval(rates, random);
        return new GridPoint(column, row, rates.Length, Bootstrap.Median(rates), low, high);
    }

    /// <summary>In the order of their products pairs are settings of one lever.</summary>
    private ImmutableArray<GridKnee> Knees((int Column, int Row, double[] Rates)[] cells)
    {
        var all = grid.First.Settings.Length * grid.Second.Settings.Length;
        if (cells.Length < all || cells.Any(cell => cell.Rates.Length < Characteriser.LeastForKnee))
            return [];
        var ordered = cells.OrderBy(cell => Product(cell.Column, cell.Row)).ToArray();
        var random = new Random(seed);
        var points = ordered.Select(cell => Point(cell.Column, cell.Row, cell.Rates, random)).ToArray();
        ImmutableArray<double[]> rates = [.. ordered.Select(cell => cell.Rates)];
        return
        [
            .. Characteriser
                .Shares.Select(share => KneeFinder.Find(rates, share, seed))
                .Select(knee => new GridKnee(
                    knee.Share,
                    knee.Kind,
                    points[knee.Setting],
                    knee.Most is { } most ? points[most] : null
                )),
        ];
    }

    private double Product(int column, int row) =>
        (double)grid.First.Settings[column].Value * grid.Second.Settings[row].Value;

    private GridInteraction? Interaction((int Column, int Row, double[] Rates)[] cells)
    {
        var (right, top) = (grid.First.Settings.Length - 1, grid.Second.Settings.Length - 1);
        double[]? At(int column, int row) =>
            cells.FirstOrDefault(cell => cell.Column == column && cell.Row == row).Rates;
        if (
            At(0, 0) is not { Length: >= Characteriser.LeastForKnee } none
            || At(right, 0) is not { Length: >= Characteriser.LeastForKnee } first
            || At(0, top) is not { Length: >= Characteriser.LeastForKnee } second
            || At(right, top) is not { Length: >= Characteriser.LeastForKnee } both
        )
            return null;
        var random = new Random(seed);
        var drawn = new double[Bootstrap.Draws];
        for (var i = 0; i < drawn.Length; i++)
        {
            double Drawn(double[] rates) => Bootstrap.DrawnMedian(rates, random);
            drawn[i] = Drawn(both) * Drawn(none) / (Drawn(first) * Drawn(second));
        }

        var (low, high) = Bootstrap.Interval(drawn);
        double Times(double[] rates) => Bootstrap.Median(rates) / Bootstrap.Median(none);
        return new GridInteraction(Times(both), Times(first), Times(second), low, high);
    }
}
