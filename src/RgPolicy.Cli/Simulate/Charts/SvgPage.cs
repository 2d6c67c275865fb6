namespace RgPolicy.Cli.Simulate.Charts;

/// <summary>One SVG picture as text: shapes and words, no scripts. Colours are those of the page's style.</summary>
/// <param name="width">Units wide.</param>
/// <param name="height">Units high.</param>
/// <param name="title">What it shows, for those who cannot see it.</param>
internal sealed class SvgPage(double width, double height, string title)
{
    private readonly StringBuilder _body = new();

    public void Box(double left, double top, double wide, double high, string style, string hint = "") =>
        Add(
            $"<rect x=\"{left:0.##}\" y=\"{top:0.##}\" width=\"{wide:0.##}\" height=\"{high:0.##}\" class=\"{style}\">",
            hint.Length > 0 ? $"<title>{Escape(hint)}</title></rect>" : "</rect>"
        );

    public void Line(double fromX, double fromY, double toX, double toY, string style) =>
        Add(
            $"<line x1=\"{fromX:0.##}\" y1=\"{fromY:0.##}\" x2=\"{toX:0.##}\" y2=\"{toY:0.##}\" class=\"{style}\"/>",
            ""
        );

    public void Curve(IEnumerable<(double X, double Y)> points, string style)
    {
        var places = points.Select(point => Invariant($"{point.X:0.##},{point.Y:0.##}"));
        _body
            .Append("<polyline points=\"")
            .Append(string.Join(' ', places))
            .Append("\" class=\"")
            .Append(style)
            .Append("\"/>\n");
    }

    /// <summary>Words; anchor is <c>start</c>, <c>middle</c> or <c>end</c>.</summary>
    public void Text(double left, double top, string text, string anchor = "start") =>
        Add($"<text x=\"{left:0.##}\" y=\"{top:0.##}\" text-anchor=\"{anchor}\">", Escape(text) + "</text>");

    public override string ToString() =>
        Invariant(
            $"<svg viewBox=\"0 0 {width:0} {height:0}\" role=\"img\" aria-label=\"{Escape(title)}\">\n{_body}</svg>\n"
        );

    private void Add(FormattableString begin, string end) =>
        _body.Append(begin.ToString(CultureInfo.InvariantCulture)).Append(end).Append('\n');

    private static string Escape(string text) => MarkupText.Escape(text);
}
