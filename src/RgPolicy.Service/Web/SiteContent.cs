using RgPolicy.Service.Minutes;
using RgPolicy.Service.Status.Answers;
using RgPolicy.Service.Web.Orders;
using RgPolicy.Service.Web.Views;

namespace RgPolicy.Service.Web;

/// <summary>What there is under each path; with one target its page is the first one, with several
/// there is a list of them.</summary>
/// <param name="targets">The loops.</param>
/// <param name="minutes">What is kept of each, by its name.</param>
/// <param name="time">The clock; null for the system's.</param>
/// <param name="takesOrders">Whether orders can be given from pages.</param>
internal sealed class SiteContent(
    IReadOnlyList<SiteTarget> targets,
    IReadOnlyDictionary<string, MinuteStore>? minutes = null,
    TimeProvider? time = null,
    bool takesOrders = false
)
{
    private const string Html = "text/html; charset=utf-8";
    private const string Json = "application/json";
    private const string TargetStatusPath = "/api/v1/targets/";
    private const string StatusEnding = "/status";

    private readonly MetricsSource _metrics = new([.. targets]);
    private readonly ImmutableArray<TargetAnswers> _targets =
    [
        .. targets.Select(target => new TargetAnswers(
            target,
            minutes?.GetValueOrDefault(target.Name),
            takesOrders,
            time ?? TimeProvider.System
        )),
    ];

    /// <summary>The content's type and the content; null where there is nothing.</summary>
    public async Task<(string Type, Answer Answer)?> FindAsync(string path, CancellationToken cancellationToken)
    {
        if (SiteAssets.Find(path) is { } asset)
            return asset;

        if (path == "/metrics")
            return ("text/plain; version=0.0.4; charset=utf-8", await _metrics.GetTextAsync(cancellationToken));

        if (path == "/" && _targets.Length > 1)
        {
            var list = new PieceBuffer();
            await TargetsView.WriteAsync(list, targets, cancellationToken);
            return (Html, new Answer(list));
        }

        if (StatusTarget(path) is { } asked)
            return (Json, await asked.Status.GetAsync(cancellationToken));

        return await FindPageAsync(SitePath.Of(path), cancellationToken) is { } page ? (Html, page) : null;
    }

    /// <summary>The loop and the order of a path; null where it is none.</summary>
    public (SiteTarget Target, StatusQuestion Order)? FindOrder(string path)
    {
        var order = SitePath.Of(path);
        return PageTarget(order) is { } target && OrderKinds.Find(order.View ?? "") is { } question
            ? (target.Target, question)
            : null;
    }

    private async Task<Answer?> FindPageAsync(SitePath path, CancellationToken cancellationToken) =>
        PageTarget(path) is { } target && path.View is { } view
            ? await target.FindAsync(view, cancellationToken)
            : null;

    private TargetAnswers? PageTarget(SitePath path) =>
        path.Target is { } name
            ? _targets.FirstOrDefault(each =>
                each.Name.Length > 0 && string.Equals(each.Name, name, StringComparison.Ordinal)
            )
        : _targets.Length == 1 ? _targets[0]
        : null;

    private TargetAnswers? StatusTarget(string path) =>
        path == "/api/v1/status" && _targets.Length == 1
            ? _targets[0]
            : _targets.FirstOrDefault(target =>
                target.Name.Length > 0
                && string.Equals(path, TargetStatusPath + target.Name + StatusEnding, StringComparison.Ordinal)
            );
}

/// <summary>A path within the pages of a target.</summary>
/// <param name="Target">The target's name; null where the path names none.</param>
/// <param name="View">What follows, without a slash at its beginning; null where the path is not a page's.</param>
internal readonly record struct SitePath(string? Target, string? View)
{
    private const string TargetsPath = "/targets/";

    public static SitePath Of(string path)
    {
        if (!path.StartsWith(TargetsPath, StringComparison.Ordinal))
            return new SitePath(null, path.StartsWith('/') ? path[1..] : null);

        var rest = path[TargetsPath.Length..];
        var end = rest.IndexOf('/', StringComparison.Ordinal);
        return end < 0 ? new SitePath(rest, "") : new SitePath(rest[..end], rest[(end + 1)..]);
    }
}

/// <summary>The style sheet and the script of all pages, which lie in this assembly.</summary>
internal static class SiteAssets
{
    /// <summary>Where the style sheet is served.</summary>
    public const string StylePath = "/console.css";

    private const string ScriptPath = "/console.js";

    private static readonly PieceBuffer Style = Read("console.css");
    private static readonly PieceBuffer Script = Read("console.js");

    /// <summary>What there is under a path; null for nothing.</summary>
    public static (string Type, Answer Answer)? Find(string path) =>
        path switch
        {
            StylePath => ("text/css; charset=utf-8", new Answer(Style)),
            ScriptPath => ("text/javascript; charset=utf-8", new Answer(Script)),
            _ => null,
        };

    private static PieceBuffer Read(string name)
    {
        using var asset =
            typeof(SiteAssets).Assembly.GetManifestResourceStream("web/" + name)
            ?? throw new InvalidOperationException(name + " is not in this assembly");
        var content = new PieceBuffer();
        for (int read; (read = asset.Read(content.GetSpan(1))) > 0; )
            content.Advance(read);

        return content;
    }
}
