using System.Collections.Immutable;
using RgPolicy.Service.Metrics;

namespace RgPolicy.Service.Web;

/// <summary>What there is under each path; with one target its page is the first one, with several there is a list of them.</summary>
internal sealed class SiteContent(IEnumerable<SiteTarget> targets, TimeProvider time) : IDisposable
{
    private const string Html = "text/html; charset=utf-8";
    private const string Json = "application/json";
    private const string TargetPath = "/targets/";
    private const string TargetStatusPath = "/api/v1/targets/";
    private const string StatusEnding = "/status";

    private readonly ImmutableArray<TargetAnswers> _targets = [.. targets.Select(target => new TargetAnswers(target, time))];

    private MetricsSource Metrics => new(_targets);

    /// <summary>The content's type and bytes; null where there is nothing.</summary>
    public async Task<(string Type, byte[] Bytes)?> FindAsync(string path, CancellationToken cancellationToken)
    {
        if (path == "/style.css")
        {
            return ("text/css; charset=utf-8", StatusPageStyle.Bytes);
        }

        if (path == "/metrics")
        {
            return ("text/plain; version=0.0.4; charset=utf-8", await Metrics.GetAsync(cancellationToken));
        }

        if (path == "/" && _targets.Length > 1)
        {
            return (Html, await TargetsPage.WriteAsync(_targets, cancellationToken));
        }

        return PageTarget(path) is { } shown ? (Html, await shown.Page.GetAsync(cancellationToken))
            : StatusTarget(path) is { } asked ? (Json, await asked.Status.GetAsync(cancellationToken))
            : null;
    }

    public void Dispose()
    {
        foreach (var target in _targets)
        {
            target.Dispose();
        }
    }

    private TargetAnswers? PageTarget(string path) =>
        path == "/" ? _targets[0] : Named(path, TargetPath, path.EndsWith('/') ? "/" : "");

    private TargetAnswers? StatusTarget(string path) =>
        path == "/api/v1/status" && _targets.Length == 1 ? _targets[0] : Named(path, TargetStatusPath, StatusEnding);

    private TargetAnswers? Named(string path, string before, string after) => _targets.FirstOrDefault(
        target => target.Name.Length > 0 && string.Equals(path, before + target.Name + after, StringComparison.Ordinal));
}
