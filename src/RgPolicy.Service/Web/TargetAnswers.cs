using System.Text.Json;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Web;

/// <summary>The recent answers of one loop. The page is made from the status, beside the loop.</summary>
internal sealed class TargetAnswers : IDisposable
{
    public TargetAnswers(SiteTarget target, TimeProvider time)
    {
        Name = target.Name;
        Status = new RecentAnswer(() => AskAsync(StatusQuestionKind.Status), time, isKept: true);
        Metrics = new RecentAnswer(() => AskAsync(StatusQuestionKind.Metrics), time, isKept: false);
        Page = new RecentAnswer(MakePageAsync, time, isKept: true);

        Task<byte[]> AskAsync(StatusQuestionKind kind) => target.Desk.AskAsync(new StatusQuestion(kind), CancellationToken.None);
    }

    public string Name { get; }

    public RecentAnswer Status { get; }

    public RecentAnswer Metrics { get; }

    public RecentAnswer Page { get; }

    public void Dispose()
    {
        Status.Dispose();
        Metrics.Dispose();
        Page.Dispose();
    }

    private async Task<byte[]> MakePageAsync()
    {
        using var status = JsonDocument.Parse(await Status.GetAsync(RecentAnswer.Fresh, CancellationToken.None));
        return StatusPage.Write(Name, status.RootElement);
    }
}
