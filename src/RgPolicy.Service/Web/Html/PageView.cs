namespace RgPolicy.Service.Web.Html;

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
