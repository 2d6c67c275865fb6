using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Web;

/// <summary>The recent answers of one loop.</summary>
internal sealed class TargetAnswers(SiteTarget target)
{
    public string Name => target.Name;

    public RecentAnswer Status => target.Broker.Status;

    public RecentAnswer Page { get; } =
        new(target.Broker, (view, output) => StatusPage.Write(output, target.Name, view));

    /// <summary>The target in one line.</summary>
    public async Task<string> GetLineAsync(CancellationToken cancellationToken) =>
        (await target.Broker.LookAsync(cancellationToken)).View.Line;
}
