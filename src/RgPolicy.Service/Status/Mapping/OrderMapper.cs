using RgPolicy.Documents.Orders;
using RgPolicy.Service.Control;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>What became of an order, as <c>rgp/pause/1</c> and <c>rgp/reload/1</c>.</summary>
internal static class OrderMapper
{
    /// <summary>Whether the service is paused now.</summary>
    /// <param name="record">Who paused; null when the service is not paused.</param>
    /// <param name="path">The switch's file.</param>
    /// <param name="governed">How many processes the sidecar holds, read back; null when it does not say.</param>
    /// <param name="warning">What did not work as it should, or null.</param>
    public static LoopAnswer Pause(PauseRecord? record, string? path, int? governed, string? warning) =>
        LoopAnswer.Of(
            new PauseDocument(
                "rgp/pause/1",
                record is not null,
                record?.Since?.UtcDateTime,
                record?.By,
                path,
                governed,
                warning
            ),
            DocumentFormat.Pause
        );

    public static LoopAnswer Reload(ReloadOutcome outcome) =>
        LoopAnswer.Of(
            new ReloadDocument(
                "rgp/reload/1",
                Word(outcome.Kind),
                outcome.Revision,
                outcome.Before,
                outcome.Differences,
                outcome.Error
            ),
            DocumentFormat.Reload
        );

    private static string Word(ReloadOutcomeKind kind) =>
        kind switch
        {
            ReloadOutcomeKind.Replaced => "replaced",
            ReloadOutcomeKind.Unchanged => "unchanged",
            _ => "rejected",
        };
}
