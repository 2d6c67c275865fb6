using System.Globalization;

namespace RgPolicy.Service.Web.Html;

/// <summary>Drawings within a page. Widths and places are attributes: no style of an element is needed.</summary>
internal static class SvgText
{
    /// <summary>Begins a drawing that is told by the element with this id.</summary>
    public static HtmlText BeginDrawing(
        this HtmlText page,
        string style,
        double width,
        double height,
        string labelId
    ) =>
        page.Markup(
            string.Create(
                CultureInfo.InvariantCulture,
                $"<svg class=\"{style}\" role=\"img\" aria-labelledby=\"{labelId}\" viewBox=\"0 0 {width:0.##} {height:0.##}\" width=\"{width:0.##}\" height=\"{height:0.##}\">\n"
            )
        );

    /// <summary>Ends a drawing.</summary>
    public static HtmlText EndDrawing(this HtmlText page) => page.Markup("</svg>\n");

    /// <summary>A box.</summary>
    public static HtmlText Box(this HtmlText page, string style, double x, double y, double width, double height) =>
        page.Markup(
            string.Create(
                CultureInfo.InvariantCulture,
                $"<rect class=\"{style}\" x=\"{x:0.##}\" y=\"{y:0.##}\" width=\"{width:0.##}\" height=\"{height:0.##}\"/>"
            )
        );

    /// <summary>A word.</summary>
    public static HtmlText Word(this HtmlText page, string style, double x, double y, string text) =>
        page.Markup(
                string.Create(CultureInfo.InvariantCulture, $"<text class=\"{style}\" x=\"{x:0.##}\" y=\"{y:0.##}\">")
            )
            .Text(text)
            .Markup("</text>");

    /// <summary>A share as a bar beside its figure; for those who see it.</summary>
    public static HtmlText Bar(this HtmlText page, double share) =>
        page.Markup(
            string.Create(
                CultureInfo.InvariantCulture,
                $"<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"{Math.Clamp(share, 0, 1) * 100:0.#}\" height=\"10\"/></svg>"
            )
        );
}
