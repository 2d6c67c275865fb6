using RgPolicy.Service.Status;

namespace RgPolicy.Service.Web;

/// <summary>The recent answers of one loop.</summary>
internal sealed class TargetAnswers(SiteTarget target, TimeProvider time)
{
    public string Name { get; } = target.Name;

    public RecentAnswer Status { get; } = new(target.Desk, StatusQuestionKind.Status, time);

    public RecentAnswer Metrics { get; } = new(target.Desk, StatusQuestionKind.Metrics, time);
}
