using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Moving;

/// <summary>One move that passed its checks, or the outcome that it has already.</summary>
internal sealed record MovePlan(MoveRequest Request)
{
    /// <summary>How it ended, when nothing is to be done (any more).</summary>
    internal MoveOutcome? Outcome { get; init; }

    /// <summary>The target pool; null for a release.</summary>
    internal ActivePool? Pool { get; init; }

    /// <summary>The process, held; null for a release.</summary>
    internal PinnedProcess? Pinned { get; init; }

    /// <summary>What it had before it was first moved, with all levers that are touched by now or by this.</summary>
    internal ProcessOriginal? Original { get; init; }

    /// <summary>The same plan with its end.</summary>
    internal MovePlan Ended(MoveStatus status, string detail) =>
        this with
        {
            Outcome = new MoveOutcome(Request.ProcessId, Request.Pool, status, detail),
        };
}
