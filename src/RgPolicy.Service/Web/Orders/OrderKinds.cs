using RgPolicy.Service.Status;

namespace RgPolicy.Service.Web.Orders;

/// <summary>What can be ordered from a page, and by which word.</summary>
internal static class OrderKinds
{
    /// <summary>What a path below the target's pages begins with.</summary>
    public const string Path = "orders/";

    private const string Approve = Path + "approve/";

    /// <summary>The order of a path below the target's pages; null for none.</summary>
    public static StatusQuestion? Find(string view) =>
        view switch
        {
            Path + "pause" => new StatusQuestion(StatusQuestionKind.Pause),
            Path + "resume" => new StatusQuestion(StatusQuestionKind.Resume),
            Path + "reload" => new StatusQuestion(StatusQuestionKind.Reload),
            Path + "reload_previous" => new StatusQuestion(StatusQuestionKind.ReloadPrevious),
            _ when view.StartsWith(Approve, StringComparison.Ordinal) => new StatusQuestion(StatusQuestionKind.Approve)
            {
                Revision = view[Approve.Length..],
            },
            _ => null,
        };
}
