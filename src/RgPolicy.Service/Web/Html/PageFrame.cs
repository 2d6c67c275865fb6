namespace RgPolicy.Service.Web.Html;

/// <summary>What all pages begin and end with. A script exchanges what has changed; without scripts a page reads itself
/// again every 5 s.</summary>
internal static class PageFrame
{
    public static HtmlText Begin(IBufferWriter<byte> output, PagePlace place, PageView view) =>
        Begin(output, place, view.Title, view);

    /// <summary>Begins a page.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="place">Whose page it is.</param>
    /// <param name="title">Of this page.</param>
    /// <param name="current">The page of the navigation that it is; null for none.</param>
    /// <param name="isLive">Whether it changes.</param>
    public static HtmlText Begin(
        IBufferWriter<byte> output,
        PagePlace place,
        string title,
        PageView? current = null,
        bool isLive = true
    )
    {
        var page = new HtmlText(output)
            .Markup("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
            .Text(place.Target.Length == 0 ? $"RgPolicy: {title}" : $"RgPolicy: {place.Target}: {title}")
            .Markup(
                """
                </title>
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <link rel="stylesheet" href="/console.css"><script src="/console.js" defer></script>

                """
            )
            .Markup(isLive ? "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript></head>\n" : "</head>\n")
            .Markup(isLive ? "<body data-live" : "<body")
            .Markup(place.TakesOrders ? $" data-orders=\"{place.Root}orders/\">\n" : ">\n");
        return Header(page, place, current)
            .Markup("<main id=\"main\" tabindex=\"-1\">\n<h1>")
            .Text(title)
            .Markup("</h1>\n");
    }

    /// <summary>A problem that someone has to look into.</summary>
    /// <summary>A page of what the loop shows; where it shows nothing, one line says why.</summary>
    public static void Write<T>(
        IBufferWriter<byte> output,
        PagePlace place,
        PageView view,
        IStatusView shown,
        T? document,
        Action<HtmlText, T> write
    )
        where T : class
    {
        var page = Begin(output, place, view);
        if (document is not null)
            write(page, document);
        else
            page.Section("alarms", part => part.Alarm(shown.Line));

        page.End();
    }

    public static void Alarm(this HtmlText page, string text) =>
        page.Markup("<p class=\"alarm\" role=\"alert\">").Text(text).Markup("</p>\n");

    /// <summary>A part of a page that is exchanged when it has changed.</summary>
    public static HtmlText Section(this HtmlText page, string id, Action<HtmlText> write)
    {
        page.Markup($"<section id=\"{id}\">\n");
        write(page);
        return page.Markup("</section>\n");
    }

    public static void End(this HtmlText page) => page.Markup("</main>\n</body></html>\n");

    private static HtmlText Header(HtmlText page, PagePlace place, PageView? current)
    {
        page.Markup(
            "<a class=\"skip\" href=\"#main\">To the contents</a>\n<header><a class=\"brand\" href=\"/\">RgPolicy</a>"
        );
        if (place.Target.Length > 0)
            page.Markup("<span class=\"target\">").Text(place.Target).Markup("</span>");

        page.Markup("<nav aria-label=\"Views\">");
        foreach (var view in place.HasViews ? PageView.All : [])
        {
            page.Markup($"<a href=\"{place.Root}{view.Path}\"{(view == current ? " aria-current=\"page\"" : "")}>")
                .Text(view.Title)
                .Markup("</a>");
        }

        return page.Markup("</nav><span id=\"live\" role=\"status\"></span></header>\n");
    }
}

/// <summary>A kind of page, by its place in the navigation.</summary>
/// <param name="Path">Below the target's pages; empty for the first one.</param>
/// <param name="Title">As people read it.</param>
internal sealed record PageView(string Path, string Title)
{
    public static PageView Now { get; } = new("", "Now");

    public static PageView Policy { get; } = new("policy", "Policy");

    public static PageView Host { get; } = new("host", "Host");

    public static PageView Effect { get; } = new("effect", "Effect");

    public static PageView Past { get; } = new("past", "Past");

    public static PageView Audit { get; } = new("audit", "Audit");

    /// <summary>Those of the navigation, in its order.</summary>
    public static IReadOnlyList<PageView> All { get; } = [Now, Effect, Policy, Host, Past, Audit];
}

/// <summary>Which target a page is of, and where its pages are.</summary>
/// <param name="Target">The target's name; empty where there is one loop only.</param>
/// <param name="HasViews">Whether it has pages of its own; the list of all targets has none.</param>
/// <param name="TakesOrders">Whether orders can be given from its pages.</param>
internal sealed record PagePlace(string Target, bool HasViews = true, bool TakesOrders = false)
{
    public static PagePlace List { get; } = new("", HasViews: false);

    /// <summary>What the addresses of the target's pages begin with. A name is made of letters, digits, - and _:
    /// it needs no escape in an address.</summary>
    public string Root => Target.Length == 0 ? "/" : $"/targets/{Target}/";
}

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
