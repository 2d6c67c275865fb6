namespace RgPolicy.Sidecar.Changing;

/// <summary>One file system's part of a change of the pools.</summary>
internal interface IChangePart
{
    /// <summary>The steps from what is to what is wanted; nothing is written.</summary>
    IEnumerable<ChangeOperation> Plan();

    /// <summary>
    /// Leaves out what cannot be had, and says so to its pools; the rest is planned again. False when
    /// the step is not of this part.
    /// </summary>
    bool LeaveOut(ChangeOperation failed, ChangeOutcome outcome);
}

/// <summary>How a change ended.</summary>
/// <param name="FailedAt">The step that failed; null when all are in force.</param>
/// <param name="Error">The kernel's error number; 0 when the kernel accepted and did something else.</param>
/// <param name="Problem">What to tell the user; empty for none.</param>
/// <param name="IsClean">Whether after a failure everything is as it was before.</param>
internal sealed record ChangeOutcome(ChangeOperation? FailedAt, int Error, string Problem, bool IsClean)
{
    internal static ChangeOutcome Done { get; } = new(null, 0, string.Empty, IsClean: true);
}
