using System.Collections.Immutable;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Web;

/// <summary>What there is under each path; with one target its page is the first one, with several
/// there is a list of them.</summary>
internal sealed class SiteContent(IReadOnlyList<SiteTarget> targets)
{
    private const string Html = "text/html; charset=utf-8";
    private const string Json = "application/json";
    private const string TargetPath = "/targets/";
    private const string TargetStatusPath = "/api/v1/targets/";
    private const string StatusEnding = "/status";

    private readonly MetricsSource _metrics = new([.. targets]);
    private readonly ImmutableArray<TargetAnswers> _targets = [.. targets.Select(target => new TargetAnswers(target))];

    /// <summary>The content's type and the content; null where there is nothing.</summary>
    public async Task<(string Type, Answer Answer)?> FindAsync(string path, CancellationToken cancellationToken)
    {
        if (path == StatusPageStyle.Path)
        {
            return ("text/css; charset=utf-8", StatusPageStyle.Answer);
        }

        if (path == "/metrics")
        {
            return ("text/plain; version=0.0.4; charset=utf-8", await _metrics.GetTextAsync(cancellationToken));
        }

        if (path == "/" && _targets.Length > 1)
        {
            var list = new PieceBuffer();
            await TargetsPage.WriteAsync(list, _targets, cancellationToken);
            return (Html, new Answer(list));
        }

        return PageTarget(path) is { } shown ? (Html, await shown.Page.GetAsync(cancellationToken))
            : StatusTarget(path) is { } asked ? (Json, await asked.Status.GetAsync(cancellationToken))
            : null;
    }

    private TargetAnswers? PageTarget(string path) =>
        path == "/" ? _targets[0] : Named(path, TargetPath, path.EndsWith('/') ? "/" : "");

    private TargetAnswers? StatusTarget(string path) =>
        path == "/api/v1/status" && _targets.Length == 1 ? _targets[0] : Named(path, TargetStatusPath, StatusEnding);

    private TargetAnswers? Named(string path, string before, string after) =>
        _targets.FirstOrDefault(target =>
            target.Name.Length > 0 && string.Equals(path, before + target.Name + after, StringComparison.Ordinal)
        );
}
