using Microsoft.Extensions.Logging.Abstractions;
using RgPolicy.Documents.Orders;
using RgPolicy.Documents.Why;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Status.Answers;
using RgPolicy.Service.Web.Html;
using RgPolicy.Service.Web.Simulated;
using RgPolicy.Service.Web.Views;

namespace RgPolicy.Service.Web;

/// <summary>The pages of one loop: the recent ones, made once for all requests, and those of one query.</summary>
internal sealed class TargetAnswers
{
    private const string WhyPath = "why/";
    private const int LongestId = 100;

    // In memory, and nothing is ever put into it.
    private static readonly MinuteStore Nothing = new(null, TimeProvider.System, NullLogger.Instance);

    private readonly SiteTarget _target;
    private readonly PagePlace _place;
    private readonly Dictionary<string, RecentAnswer> _pages;

    private readonly Dictionary<string, MinuteAnswer> _kept = new(StringComparer.Ordinal);

    /// <param name="target">The loop.</param>
    /// <param name="minutes">What is kept of it; null for nothing.</param>
    /// <param name="takesOrders">Whether orders can be given from its pages.</param>
    /// <param name="time">The clock.</param>
    public TargetAnswers(SiteTarget target, MinuteStore? minutes, bool takesOrders, TimeProvider time)
    {
        (_target, _place) = (target, new PagePlace(target.Name, TakesOrders: takesOrders));
        _pages = new Dictionary<string, RecentAnswer>(StringComparer.Ordinal)
        {
            [PageView.Now.Path] = Recent(NowView.Write),
            [PageView.Policy.Path] = Recent(PolicyView.Write),
            [PageView.Host.Path] = Recent(HostView.Write),
            [PageView.Audit.Path] = Recent(AuditView.Write),
        };
        var simulated = target.Simulated is { } path ? new SimulatedFile(path) : null;
        foreach (var range in ViewRange.All)
        {
            var store = minutes ?? Nothing;
            _kept[PageView.Effect.Path + range.Path] = new MinuteAnswer(
                store,
                range.Length,
                time,
                target.Broker.Rest,
                (output, spans, problem) => EffectView.Write(output, _place, range, spans, problem, simulated)
            );
            _kept[PageView.Past.Path + range.Path] = new MinuteAnswer(
                store,
                range.Length,
                time,
                target.Broker.Rest,
                (output, spans, problem) => PastView.Write(output, _place, range, spans, problem)
            );
        }
    }

    public SiteTarget Target => _target;

    public string Name => _target.Name;

    public RecentAnswer Status => _target.Broker.Status;

    /// <summary>The page at this path below the target's; null where there is none.</summary>
    public async Task<Answer?> FindAsync(string view, CancellationToken cancellationToken)
    {
        if (_pages.TryGetValue(view, out var page))
            return await page.GetAsync(cancellationToken);

        if (_kept.TryGetValue(view, out var kept))
            return await kept.GetAsync(cancellationToken);

        return view.StartsWith(WhyPath, StringComparison.Ordinal) && view.Length <= WhyPath.Length + LongestId
            ? await GetWhyAsync(view[WhyPath.Length..], cancellationToken)
            : null;
    }

    private RecentAnswer Recent(Action<IBufferWriter<byte>, PagePlace, IStatusView> write) =>
        new(_target.Broker, (view, output) => write(output, _place, view));

    private async Task<Answer> GetWhyAsync(string query, CancellationToken cancellationToken)
    {
        var shown = await _target.Broker.LookAsync(cancellationToken);
        var output = new PieceBuffer();
        if (shown.View.ToDocument() is not { } status)
        {
            WhyView.WriteProblem(output, _place, query, shown.View.Line);
            return new Answer(output);
        }

        var question = new StatusQuestion(StatusQuestionKind.Why, QueryId: query);
        var answer = (await _target.Broker.AskAsync(question, cancellationToken)).Document;
        if (answer is WhyDocument why)
        {
            WhyView.Write(output, _place, why, status.Queries.OrEmpty().FirstOrDefault(each => each.Id == query));
        }
        else
        {
            var problem = (answer as ErrorDocument)?.Error ?? "The loop gave no answer.";
            WhyView.WriteProblem(output, _place, query, problem);
        }

        return new Answer(output);
    }
}
