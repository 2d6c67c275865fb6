using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using RgPolicy.Host.Text;

namespace RgPolicy.Service.Web.Html;

/// <summary>Writes HTML: markup is this program's own, every text that comes from elsewhere is escaped.</summary>
/// <param name="output">Takes it as UTF-8.</param>
internal sealed class HtmlText(IBufferWriter<byte> output)
{
    /// <summary>This program's own markup.</summary>
    public HtmlText Markup(string markup)
    {
        Encoding.UTF8.GetBytes(markup, output);
        return this;
    }

    /// <summary>Text from anywhere.</summary>
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

    /// <summary>A cell of a table.</summary>
    public HtmlText Cell(string text) => Markup("<td>").Text(text).Markup("</td>");

    /// <summary>A cell with a figure, which a script sorts by.</summary>
    public HtmlText Figure(double? value, string text) =>
        Markup(string.Create(CultureInfo.InvariantCulture, $"<td class=\"figure\" data-n=\"{value:0.####}\">"))
            .Text(text)
            .Markup("</td>");

    /// <summary>A table with a caption; figures are set to the right.</summary>
    public HtmlText Table(
        string caption,
        IReadOnlyList<string> heads,
        IEnumerable<IReadOnlyList<string>> rows,
        params int[] figures
    )
    {
        Markup("<div class=\"wide\"><table><caption>").Text(caption).Markup("</caption>\n<thead><tr>");
        for (var index = 0; index < heads.Count; index++)
        {
            Markup(figures.Contains(index) ? "<th scope=\"col\" class=\"figure\">" : "<th scope=\"col\">")
                .Text(heads[index])
                .Markup("</th>");
        }

        Markup("</tr></thead>\n<tbody>\n");
        foreach (var row in rows)
        {
            Row(row, figures);
        }

        return Markup("</tbody></table></div>\n");
    }

    // What would turn the rest of a line around, or is not seen, is written as what it is. Lines and tabs are harmless
    // here.
    private static string Visible(string text)
    {
        var isSafe = true;
        foreach (var each in text)
        {
            isSafe &= !IsHidden(each);
        }

        return isSafe
            ? text
            : string.Concat(text.Select(each => IsHidden(each) ? SafeText.Escape($"{each}") : $"{each}"));
    }

    private static bool IsHidden(char each) => SafeText.IsUnsafe(each) && each is not ('\n' or '\r' or '\t');

    private void Row(IReadOnlyList<string> row, int[] figures)
    {
        Markup("<tr>");
        for (var index = 0; index < row.Count; index++)
        {
            Markup(figures.Contains(index) ? "<td class=\"figure\">" : "<td>").Text(row[index]).Markup("</td>");
        }

        Markup("</tr>\n");
    }
}
