using System.Buffers;

namespace RgPolicy.Service.Web;

/// <summary>What all pages begin and end with.</summary>
internal static class PageFrame
{
    /// <summary>Begins a page that reads itself again every 5 s.</summary>
    public static HtmlText Begin(IBufferWriter<byte> output, string title) =>
        new HtmlText(output)
            .Markup(
                """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>
                """
            )
            .Text(title)
            .Markup(
                """
                </title>
                <meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="5">
                <link rel="stylesheet" href="/style.css"></head>
                <body><main>
                <h1>
                """
            )
            .Text(title)
            .Markup("</h1>\n");

    /// <summary>Something that somebody has to see to.</summary>
    public static void Alarm(this HtmlText page, string text) =>
        page.Markup("<p class=\"alarm\" role=\"alert\">").Text(text).Markup("</p>\n");

    /// <summary>Ends the page.</summary>
    public static void End(this HtmlText page) => page.Markup("</main></body></html>\n");
}
