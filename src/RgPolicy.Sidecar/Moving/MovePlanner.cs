using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Moving;

/// <summary>Checks a move, pins its process and reads what it has, before anything is written.</summary>
internal sealed class MovePlanner
{
    private readonly FileRoot _root;
    private readonly JournalFile _journal;
    private readonly PoolTable _pools;
    private readonly Limits _limits;
    private readonly TargetCheck _check;

    internal MovePlanner(FileRoot root, JournalFile journal, PoolTable pools, Limits limits, int guard)
    {
        _root = root;
        _journal = journal;
        _pools = pools;
        _limits = limits;
        _check = new TargetCheck(root, guard, limits.BackgroundWorkers);
    }

    /// <summary>The plan of one move, or the outcome that it has already.</summary>
    internal MovePlan Plan(MoveRequest request, Postmaster? postmaster, string reason, ProcessMover mover)
    {
        var plan = new MovePlan(request);
        if (request.Pool == 0)
            return PlanRelease(plan, mover.StartOf(request.ProcessId));

        if (_pools.Find(request.Pool) is not { } pool)
            return plan.Ended(MoveStatus.Failed, $"pool {request.Pool} is not configured");

        if (postmaster is not { } server)
            return plan.Ended(MoveStatus.Refused, reason);

        if (mover.StartOf(request.ProcessId) is null && mover.Count >= _limits.MaxProcesses)
        {
            return plan.Ended(
                MoveStatus.Failed,
                $"{_limits.MaxProcesses} processes are in pools already, root's limit"
            );
        }

        return PlanMove(plan with { Pool = pool.For(request.MayWaitForReads) }, server, mover);
    }

    private MovePlan PlanRelease(MovePlan plan, ulong? startTime)
    {
        var id = plan.Request.ProcessId;
        if (startTime is { } start && _journal.Content.Find(id, start) is { } original)
            return plan with { Original = original };

        return ProcessStat.Read(_root, id) is { HasEnded: false }
            ? plan.Ended(MoveStatus.Done, string.Empty)
            : plan.Ended(MoveStatus.Vanished, "the process is gone");
    }

    private MovePlan PlanMove(MovePlan plan, Postmaster server, ProcessMover mover)
    {
        var id = plan.Request.ProcessId;
        if (id <= 1)
            return plan.Ended(MoveStatus.Refused, "this process is never governed");

        var pinned = PinnedProcess.Open(_root, id, out var stat);
        if (pinned is null)
            return plan.Ended(MoveStatus.Vanished, "the process is gone");

        if (_check.Refuse(stat, server, plan.Request.IsClient) is { } refusal)
        {
            pinned.Dispose();
            return plan.Ended(MoveStatus.Refused, refusal);
        }

        if (ReadOriginal(stat, plan.Pool, server, mover) is { } original)
            return plan with { Pinned = pinned, Original = original };

        pinned.Dispose();
        return plan.Ended(MoveStatus.Vanished, "the process is gone");
    }

    private ProcessOriginal? ReadOriginal(ProcessStat stat, ActivePool? pool, Postmaster server, ProcessMover mover)
    {
        var original =
            _journal.Content.Find(stat.ProcessId, stat.StartTime)
            ?? (
                ProcessLevers.Read(_root, stat, mover.CgroupVersion, mover.UsesCache) is { } found
                    ? OwnGroups.Replace(_root, found, server.ProcessId, mover.UsesCache)
                    : null
            );
        return original is null || pool is null ? original : PoolApplier.WithLevers(_root, original, pool);
    }
}

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
