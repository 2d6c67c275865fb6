namespace RgPolicy.Cli.Simulate.Charts;

/// <summary>How many accesses of each query miss, alone on the machine, by the ways that it has.</summary>
internal static class MissChart
{
    private const double Left = 40;
    private const double Width = 760;
    private const double Height = 220;
    private const double Legend = 200;
    private const int Styles = 6;

    public static string Draw(IReadOnlyList<MissCurve> curves)
    {
        var page = new SvgPage(Width, Height + 34, "Misses of each query alone, by its ways");
        var scale = Width - Left - Legend;
        page.Line(Left, Height, Left + scale, Height, "axis");
        page.Line(Left, 4, Left, Height, "axis");
        page.Text(Left - 4, 14, "1", "end");
        page.Text(Left - 4, Height, "0", "end");
        for (var index = 0; index < curves.Count; index++)
        {
            var ratios = curves[index].MissRatios;
            var style = Invariant($"curve c{index % Styles}");
            page.Curve(
                ratios.Select(
                    (ratio, way) => (Left + ((way + 1.0) / ratios.Length * scale), Height - (ratio * (Height - 8)))
                ),
                style
            );
            page.Line(Left + scale + 14, (index * 18) + 12, Left + scale + 34, (index * 18) + 12, style);
            page.Text(Left + scale + 40, (index * 18) + 16, curves[index].Name);
        }

        page.Text(Left + (scale / 2), Height + 24, Invariant($"ways, 1 to {curves[0].MissRatios.Length}"), "middle");
        return page.ToString();
    }
}
