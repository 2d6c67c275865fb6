namespace RgPolicy.Service.Web;

/// <summary>A path within the pages of a target.</summary>
/// <param name="Target">The target's name; null where the path names none.</param>
/// <param name="View">What follows, without a slash at its beginning; null where the path is not a page's.</param>
internal readonly record struct SitePath(string? Target, string? View)
{
    private const string TargetsPath = "/targets/";

    /// <summary>Takes a path apart.</summary>
    public static SitePath Of(string path)
    {
        if (!path.StartsWith(TargetsPath, StringComparison.Ordinal))
        {
            return new SitePath(null, path.StartsWith('/') ? path[1..] : null);
        }

        var rest = path[TargetsPath.Length..];
        var end = rest.IndexOf('/', StringComparison.Ordinal);
        return end < 0 ? new SitePath(rest, "") : new SitePath(rest[..end], rest[(end + 1)..]);
    }
}
