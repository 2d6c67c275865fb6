namespace RgPolicy.Sidecar.Changing;

/// <summary>How a change ended.</summary>
/// <param name="FailedAt">The step that failed; null when all are in force.</param>
/// <param name="Error">The kernel's error number; 0 when the kernel accepted and did something else.</param>
/// <param name="Problem">What to tell the user; empty for none.</param>
/// <param name="IsClean">Whether after a failure everything is as it was before.</param>
internal sealed record ChangeOutcome(ChangeOperation? FailedAt, int Error, string Problem, bool IsClean)
{
    internal static ChangeOutcome Done { get; } = new(null, 0, string.Empty, IsClean: true);
}
