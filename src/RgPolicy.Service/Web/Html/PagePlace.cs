namespace RgPolicy.Service.Web.Html;

/// <summary>Which target a page is of, and where its pages are.</summary>
/// <param name="Target">The target's name; empty where there is one loop only.</param>
/// <param name="HasViews">Whether it has pages of its own; the list of all targets has none.</param>
/// <param name="TakesOrders">Whether orders can be given from its pages.</param>
internal sealed record PagePlace(string Target, bool HasViews = true, bool TakesOrders = false)
{
    /// <summary>Of the list of all targets.</summary>
    public static PagePlace List { get; } = new("", HasViews: false);

    /// <summary>What the addresses of the target's pages begin with. A name is made of letters, digits, - and _:
    /// it needs no escape in an address.</summary>
    public string Root => Target.Length == 0 ? "/" : $"/targets/{Target}/";
}
