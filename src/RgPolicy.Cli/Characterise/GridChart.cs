using System.Globalization;
using RgPolicy.Cli.Simulate.Charts;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary>A grid as a picture: the darker a pair, the nearer it is to the best; each says its share.</summary>
internal static class GridChart
{
    private const double Width = 640;
    private const double Left = 110;
    private const double Top = 10;
    private const double Bottom = 45;
    private const double CellHeight = 34;
    private const int Shades = 9;

    /// <summary>Draws it as SVG.</summary>
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
        {
            page.Text(Left + ((column + 0.5) * wide), bottom + 16, columns[column].Text, "middle");
        }

        for (var row = 0; row < rows.Length; row++)
        {
            page.Text(Left - 8, bottom - ((row + 0.4) * CellHeight), rows[row].Text, "end");
        }

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
            FormattableString.Invariant($"heat h{(int)Math.Round(share * Shades)}{(isKnee ? " chosen" : "")}"),
            FormattableString.Invariant(
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
