namespace RgPolicy.Cli.Simulate.Charts;

/// <summary>Bars of what each query gains against ungoverned, with their intervals.</summary>
internal static class GainChart
{
    private const double Names = 170;
    private const double Width = 760;
    private const double Row = 26;

    public static string Draw(IReadOnlyList<QueryGain> gains)
    {
        var page = new SvgPage(Width, (gains.Count * Row) + 34, "Gain of each query against ungoverned");
        var most = Math.Max(
            0.05,
            gains
                .SelectMany(each => new[] { each.Gain, each.Low, each.High })
                .OfType<double>()
                .Select(Math.Abs)
                .Where(double.IsFinite)
                .DefaultIfEmpty()
                .Max()
        );
        var (middle, scale) = (Names + ((Width - Names - 70) / 2), (Width - Names - 70) / 2 / most);
        page.Line(middle, 4, middle, (gains.Count * Row) + 8, "axis");
        for (var index = 0; index < gains.Count; index++)
            DrawRow(page, gains[index], index * Row, middle, scale);
        page.Text(
            middle,
            (gains.Count * Row) + 26,
            Invariant($"slower  |  faster than ungoverned, the widest {most:0.# %}"),
            "middle"
        );
        return page.ToString();
    }

    private static void DrawRow(SvgPage page, QueryGain gain, double top, double middle, double scale)
    {
        page.Text(Names - 8, top + 19, gain.Name, "end");
        if (gain.Gain is not { } part)
        {
            page.Text(middle + 6, top + 19, "nothing to compare");
            return;
        }

        page.Box(
            Math.Min(middle, middle + (part * scale)),
            top + 6,
            Math.Abs(part) * scale,
            Row - 10,
            part < 0 ? "worse" : "better"
        );
        if (gain is { Low: { } low, High: { } high })
            page.Line(
                middle + (low * scale),
                top + (Row / 2) + 1,
                middle + (high * scale),
                top + (Row / 2) + 1,
                "interval"
            );
        page.Text(Width - 4, top + 19, Invariant($"{part:+0.0 %;-0.0 %;0.0 %}"), "end");
    }
}
