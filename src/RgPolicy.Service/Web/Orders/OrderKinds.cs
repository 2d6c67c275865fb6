using RgPolicy.Service.Status;

namespace RgPolicy.Service.Web.Orders;

/// <summary>What can be ordered from a page, and by which word.</summary>
internal static class OrderKinds
{
    /// <summary>What a path below the target's pages begins with.</summary>
    public const string Path = "orders/";

    /// <summary>The order of a path below the target's pages; null for none.</summary>
    public static StatusQuestionKind? Find(string view) =>
        view switch
        {
            Path + "pause" => StatusQuestionKind.Pause,
            Path + "resume" => StatusQuestionKind.Resume,
            Path + "reload" => StatusQuestionKind.Reload,
            Path + "reload_previous" => StatusQuestionKind.ReloadPrevious,
            _ => null,
        };
}
