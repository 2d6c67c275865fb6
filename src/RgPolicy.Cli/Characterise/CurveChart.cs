using RgPolicy.Cli.Simulate.Charts;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary>A curve as a picture: medians, their intervals, and where 90 % of the best begins.</summary>
internal static class CurveChart
{
    private const double Width = 640;
    private const double Height = 220;
    private const double Left = 70;
    private const double Right = 20;
    private const double Top = 15;
    private const double Bottom = 40;

    public static string Draw(Curve curve, string title)
    {
        var page = new SvgPage(Width, Height, title);
        var top = curve.Points.Max(point => point.High);
        page.Line(Left, Height - Bottom, Width - Right, Height - Bottom, "axis");
        page.Line(Left, Top, Left, Height - Bottom, "axis");
        page.Text(Left - 6, Top + 8, Figure(top), "end");
        page.Text(Left - 6, Height - Bottom, "0", "end");
        if (curve.Knees is [{ Kind: KneeKind.Found, Setting: var knee }, ..])
            page.Line(X(curve, knee), Top, X(curve, knee), Height - Bottom, "knee");

        for (var i = 0; i < curve.Points.Length; i++)
            AddPoint(page, curve, i, top);

        page.Curve(curve.Points.Select((point, i) => (X(curve, i), Y(point.Median, top))), "curve c0");
        return page.ToString();
    }

    private static void AddPoint(SvgPage page, Curve curve, int i, double top)
    {
        var point = curve.Points[i];
        var x = X(curve, i);
        page.Line(x, Y(point.Low, top), x, Y(point.High, top), "interval");
        page.Box(
            x - 3,
            Y(point.Median, top) - 3,
            6,
            6,
            "point",
            $"{point.Setting.Text}: {Figure(point.Median)} per second ({Figure(point.Low)} .. {Figure(point.High)})"
        );
        page.Text(x, Height - Bottom + 18, point.Setting.Text, "middle");
    }

    // Settings stand at equal distances: most of them double.
    private static double X(Curve curve, int index) =>
        Left + ((Width - Left - Right) * (index + 0.5) / curve.Points.Length);

    private static double Y(double rate, double top) => Height - Bottom - ((Height - Bottom - Top) * rate / top);

    private static string Figure(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);
}

/// <summary>A grid as a picture: the darker a pair, the nearer it is to the best; each says its share.</summary>
internal static class GridChart
{
    private const double Width = 640;
    private const double Left = 110;
    private const double Top = 10;
    private const double Bottom = 45;
    private const double CellHeight = 34;
    private const int Shades = 9;

    public static string Draw(GridSurface surface, string title)
    {
        var (columns, rows) = (surface.Grid.First.Settings, surface.Grid.Second.Settings);
        var wide = (Width - Left) / columns.Length;
        var bottom = Top + (rows.Length * CellHeight);
        var page = new SvgPage(Width, bottom + Bottom, title);
        var best = surface.Points.Max(point => point.Median);
        foreach (var point in surface.Points)
        {
            // The larger settings above, as on an axis.
            var (left, top) = (Left + (point.Column * wide), bottom - ((point.Row + 1) * CellHeight));
            AddPair(page, surface, point, (left, top, wide), best);
        }

        for (var column = 0; column < columns.Length; column++)
            page.Text(Left + ((column + 0.5) * wide), bottom + 16, columns[column].Text, "middle");

        for (var row = 0; row < rows.Length; row++)
            page.Text(Left - 8, bottom - ((row + 0.4) * CellHeight), rows[row].Text, "end");

        page.Text(
            Left,
            bottom + 36,
            $"across: {SweepLeverName.Of(surface.Grid.First.Lever)}, up: {SweepLeverName.Of(surface.Grid.Second.Lever)}; percent of the best"
        );
        return page.ToString();
    }

    private static void AddPair(
        SvgPage page,
        GridSurface surface,
        GridPoint point,
        (double Left, double Top, double Wide) place,
        double best
    )
    {
        var share = point.Median / best;
        var isKnee = surface.Knees is [.., { Kind: KneeKind.Found } knee] && knee.Pair == point;
        page.Box(
            place.Left + 1,
            place.Top + 1,
            place.Wide - 2,
            CellHeight - 2,
            Invariant($"heat h{(int)Math.Round(share * Shades)}{(isKnee ? " chosen" : "")}"),
            Invariant(
                $"{surface.Grid.First.Settings[point.Column].Text}, {surface.Grid.Second.Settings[point.Row].Text}: {point.Median:0.###} per second ({point.Low:0.###} .. {point.High:0.###})"
            )
        );
        page.Text(
            place.Left + (place.Wide / 2),
            place.Top + (CellHeight * 0.6),
            (share * 100).ToString("0", CultureInfo.InvariantCulture),
            "middle"
        );
    }
}
