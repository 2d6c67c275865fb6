namespace RgPolicy.Service.Web.Html;

/// <summary>For how long a page looks back.</summary>
/// <param name="Path">What the page's address ends with; empty for the usual one.</param>
/// <param name="Title">As people read it.</param>
/// <param name="Length">How long.</param>
internal sealed record ViewRange(string Path, string Title, TimeSpan Length)
{
    public static ViewRange Day { get; } = new("", "24 hours", TimeSpan.FromHours(24));

    /// <summary>All that pages offer.</summary>
    public static IReadOnlyList<ViewRange> All { get; } =
    [new("/hour", "The last hour", TimeSpan.FromHours(1)), Day, new("/month", "30 days", TimeSpan.FromDays(30))];

    /// <summary>Links to the same page with other ranges.</summary>
    public static void Write(HtmlText page, PagePlace place, PageView view, ViewRange current)
    {
        page.Markup("<p class=\"ranges\">");
        foreach (var range in All)
        {
            page.Markup(
                    $"<a href=\"{place.Root}{view.Path}{range.Path}\"{(range == current ? " aria-current=\"true\"" : "")}>"
                )
                .Text(range.Title)
                .Markup("</a> ");
        }

        page.Markup("</p>\n");
    }
}
