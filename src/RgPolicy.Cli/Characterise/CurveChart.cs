using System.Globalization;
using RgPolicy.Cli.Simulate.Charts;
using RgPolicy.Engine.Sensitivity;

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

    /// <summary>Draws a curve as SVG.</summary>
    public static string Draw(Curve curve, string title)
    {
        var page = new SvgPage(Width, Height, title);
        var top = curve.Points.Max(point => point.High);
        page.Line(Left, Height - Bottom, Width - Right, Height - Bottom, "axis");
        page.Line(Left, Top, Left, Height - Bottom, "axis");
        page.Text(Left - 6, Top + 8, Figure(top), "end");
        page.Text(Left - 6, Height - Bottom, "0", "end");
        if (curve.Knees is [{ Kind: KneeKind.Found, Setting: var knee }, ..])
        {
            page.Line(X(curve, knee), Top, X(curve, knee), Height - Bottom, "knee");
        }

        for (var i = 0; i < curve.Points.Length; i++)
        {
            AddPoint(page, curve, i, top);
        }

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
