using System.Text.Encodings.Web;
using RgPolicy.Host.Text;

namespace RgPolicy.Service.Web.Html;

/// <summary>Writes HTML: markup is this program's own, every text that comes from elsewhere is escaped.</summary>
/// <param name="output">Takes it as UTF-8.</param>
internal sealed class HtmlText(IBufferWriter<byte> output)
{
    public HtmlText Markup(string markup)
    {
        Encoding.UTF8.GetBytes(markup, output);
        return this;
    }

    public HtmlText Text(string text)
    {
        Encoding.UTF8.GetBytes(HtmlEncoder.Default.Encode(Visible(text)), output);
        return this;
    }

    /// <summary>A paragraph with a class of the style sheet.</summary>
    public HtmlText Paragraph(string style, string text) =>
        Markup($"<p class=\"{style}\">").Text(text).Markup("</p>\n");

    /// <summary>A name and what it is, in a list of such; nothing where it is nothing.</summary>
    public HtmlText Entry(string name, string text) =>
        text.Length == 0 ? this : Markup("<dt>").Text(name).Markup("</dt><dd>").Text(text).Markup("</dd>\n");

    public HtmlText Cell(string text) => Markup("<td>").Text(text).Markup("</td>");

    /// <summary>A cell with a figure, which a script sorts by.</summary>
    public HtmlText Figure(double? value, string text) =>
        Markup(Invariant($"<td class=\"figure\" data-n=\"{value:0.####}\">")).Text(text).Markup("</td>");

    /// <summary>A table with a caption; the columns of figures are set to the right.</summary>
    public HtmlText Table(string caption, string[] heads, IEnumerable<string[]> rows, Range figures = default)
    {
        Markup("<div class=\"wide\"><table><caption>").Text(caption).Markup("</caption>\n<thead><tr>");
        Cells("th scope=\"col\"", heads, figures).Markup("</tr></thead>\n<tbody>\n");
        foreach (var row in rows)
            Markup("<tr>").Cells("td", row, figures).Markup("</tr>\n");

        return Markup("</tbody></table></div>\n");
    }

    // What would turn the rest of a line around, or is not seen, is written as what it is. Lines and tabs are harmless
    // here.
    private static string Visible(string text)
    {
        var isSafe = true;
        foreach (var each in text)
            isSafe &= !IsHidden(each);

        return isSafe
            ? text
            : string.Concat(text.Select(each => IsHidden(each) ? SafeText.Escape($"{each}") : $"{each}"));
    }

    private static bool IsHidden(char each) => SafeText.IsUnsafe(each) && each is not ('\n' or '\r' or '\t');

    private HtmlText Cells(string tag, string[] texts, Range figures)
    {
        var (first, end) = (figures.Start.Value, figures.End.Value);
        for (var index = 0; index < texts.Length; index++)
        {
            Markup(index >= first && index < end ? $"<{tag} class=\"figure\">" : $"<{tag}>")
                .Text(texts[index])
                .Markup($"</{tag[..2]}>");
        }

        return this;
    }
}

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
            Invariant(
                $"<svg class=\"{style}\" role=\"img\" aria-labelledby=\"{labelId}\" viewBox=\"0 0 {width:0.##} {height:0.##}\" width=\"{width:0.##}\" height=\"{height:0.##}\">\n"
            )
        );

    public static HtmlText EndDrawing(this HtmlText page) => page.Markup("</svg>\n");

    public static HtmlText Box(this HtmlText page, string style, double x, double y, double width, double height) =>
        page.Markup(
            Invariant(
                $"<rect class=\"{style}\" x=\"{x:0.##}\" y=\"{y:0.##}\" width=\"{width:0.##}\" height=\"{height:0.##}\"/>"
            )
        );

    public static HtmlText Word(this HtmlText page, string style, double x, double y, string text) =>
        page.Markup(Invariant($"<text class=\"{style}\" x=\"{x:0.##}\" y=\"{y:0.##}\">")).Text(text).Markup("</text>");

    /// <summary>A share as a bar beside its figure; for those who see it.</summary>
    public static HtmlText Bar(this HtmlText page, double share) =>
        page.Markup(
            Invariant(
                $"<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"{Math.Clamp(share, 0, 1) * 100:0.#}\" height=\"10\"/></svg>"
            )
        );
}
