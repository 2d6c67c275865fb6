using RgPolicy.Engine.Compile;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Scheduling;

/// <summary>
/// Gives the slots of pools to their queries: so many have the pool's share at a time, and the others stand at the
/// lowest safe weight until one is free [VLDB'09]. The oldest is next, or one that suits those that have slots where the
/// policy has a schedule. No query is stopped, none loses a slot, and none waits longer than its pool allows; one that
/// would harm others does not wait. Where processors are left over it gives more, and none stands at the lowest weight
/// while others than the server press.
/// </summary>
internal sealed class SlotScheduler
{
    private static readonly Comparison<TrackedQuery> ByAge = (one, other) =>
        (one.Slot.Since, one.Query.Started, one.Query.ProcessId).CompareTo(
            (other.Slot.Since, other.Query.Started, other.Query.ProcessId)
        );

    private readonly PolicyProgram _program;
    private readonly TimeSpan _minimumAge;
    private readonly Action<TrackedQuery, DateTimeOffset> _place;
    private readonly ImmutableArray<PoolSlots?> _pools;
    private readonly CoRunOptions? _schedule;
    private readonly int[] _given;
    private readonly int[] _waiting;
    private readonly int[] _ranks;
    private readonly List<TrackedQuery> _claims = [];
    private readonly SlotRoom _room;

    private SlotScheduler(
        PolicyProgram program,
        ImmutableArray<PoolSlots?> pools,
        TimeSpan minimumAge,
        Action<TrackedQuery, DateTimeOffset> place,
        SlotRoom room
    )
    {
        (_program, _pools, _minimumAge, _place, _room) = (program, pools, minimumAge, place, room);
        (_given, _waiting, _ranks) = (new int[pools.Length], new int[pools.Length], new int[pools.Length]);
        _schedule = program.Policy.Schedule is { } schedule
            ? new CoRunOptions
            {
                Slots = int.MaxValue,
                IsPartitioned = schedule.Kind == SlotScheduleKind.Mix,
                LlcBytes = program.Target.LlcBytes,
                LongestWait = TimeSpan.MaxValue,
            }
            : null;
    }

    /// <summary>Null for a program without slots.</summary>
    /// <param name="program">The program.</param>
    /// <param name="minimumAge">A younger query claims none.</param>
    /// <param name="place">Puts the processes of a query where it belongs.</param>
    /// <param name="before">The one of the program before, or null.</param>
    public static SlotScheduler? For(
        PolicyProgram program,
        TimeSpan minimumAge,
        Action<TrackedQuery, DateTimeOffset> place,
        SlotScheduler? before
    )
    {
        var pools = PoolSlots.Of(program);
        return pools.Any(pool => pool is not null)
            ? new SlotScheduler(program, pools, minimumAge, place, before?._room ?? new SlotRoom())
            : null;
    }

    /// <summary>A query whose plan is on its way is not chosen by it so soon.</summary>
    private static readonly TimeSpan PlanPatience = TimeSpan.FromSeconds(1);

    /// <summary>Whether a query stands at the lowest weight because it waits.</summary>
    public bool AnyHeld { get; private set; }

    /// <summary>Begins a turn.</summary>
    public void Begin() => _claims.Clear();

    /// <summary>Takes in one running query after its decision.</summary>
    /// <param name="tracked">The query.</param>
    /// <param name="isNews">Its processes may have to be put elsewhere.</param>
    /// <param name="now">The turn's time.</param>
    /// <returns>True where that is done at the end of the turn.</returns>
    public bool See(TrackedQuery tracked, bool isNews, DateTimeOffset now)
    {
        var slots = _pools[PoolOf(tracked)];
        if (slots is null || !MayClaim(tracked, slots, now))
        {
            tracked.Slot.Leave();
            return false;
        }

        if (!IsClaimOf(tracked, slots))
            tracked.Slot.Begin(slots.Pool, now);

        tracked.Slot.IsNews |= isNews;
        _claims.Add(tracked);
        return true;
    }

    /// <summary>Ends a turn: gives what is free, and puts the queries where they stand.</summary>
    /// <param name="observation">What it has seen.</param>
    public void End(Observation observation)
    {
        var now = observation.Time;
        Array.Clear(_given);
        var anyWaits = false;
        foreach (var claim in _claims)
        {
            // Whoever has waited long enough has the share beside those that have slots.
            claim.Slot.Waited = now - claim.Slot.Since;
            claim.Slot.IsGiven |= claim.Slot.Waited >= SlotsOf(claim).LongestWait;
            _given[PoolOf(claim)] += claim.Slot.IsGiven ? 1 : 0;
            anyWaits |= claim.Slot.Waits;
        }

        _room.Follow(observation, _claims);
        if (anyWaits)
        {
            _claims.Sort(ByAge);
            GiveToTheOldest();
            GiveBySchedule();
        }

        Settle();
        foreach (var claim in _claims)
        {
            if (claim.Slot.IsNews)
            {
                claim.Slot.IsNews = false;
                _place(claim, now);
            }
        }
    }

    private void GiveToTheOldest()
    {
        foreach (var claim in _claims)
        {
            if (claim.Slot.Waits && SlotsOf(claim).Schedule is null && HasFreeSlot(claim))
                Give(claim);
        }
    }

    private void GiveBySchedule()
    {
        while (_schedule is { } options && NextOfSchedule(options) is { } next)
            Give(next);
    }

    private TrackedQuery? NextOfSchedule(CoRunOptions options)
    {
        var waiting = _claims
            .Where(claim => claim.Slot.Waits && IsScheduled(claim) && HasFreeSlot(claim) && IsPlanned(claim))
            .ToList();
        if (waiting.Count == 0)
            return null;

        var running = _claims.Where(claim => claim.Slot.IsGiven && IsScheduled(claim)).Select(Describe).ToList();
        return CoRunAdvisor.Next(running, [.. waiting.Select(Describe)], options) is { } next
                ? waiting.Find(claim => claim.Query.Id == next.Query.Id)
            : _room.HasOne ? waiting[0]
            : null;
    }

    private CoRunQuery Describe(TrackedQuery claim) =>
        CoRunQuery.Of(claim.Query, _program.Policy.Classes[claim.Decision.ClassIndex].Name, claim.Slot.Waited);

    private void Give(TrackedQuery claim)
    {
        if (!HasOwnSlot(claim))
            _room.Take();

        claim.Slot.IsGiven = true;
        _given[PoolOf(claim)]++;
    }

    private bool HasFreeSlot(TrackedQuery claim) => HasOwnSlot(claim) || _room.HasOne;

    private bool HasOwnSlot(TrackedQuery claim) => _given[PoolOf(claim)] < SlotsOf(claim).Count;

    private static bool IsPlanned(TrackedQuery claim) =>
        claim.Query.Plan.State != PlanState.Pending || claim.Slot.Waited >= PlanPatience;

    private bool IsScheduled(TrackedQuery claim) => SlotsOf(claim).Schedule is not null;

    private void Settle()
    {
        Array.Clear(_waiting);
        Array.Clear(_ranks);
        foreach (var claim in _claims)
            _waiting[PoolOf(claim)] += claim.Slot.Waits ? 1 : 0;

        AnyHeld = false;
        foreach (var claim in _claims)
        {
            var (pool, slots, slot) = (PoolOf(claim), SlotsOf(claim), claim.Slot);
            if (slot.Waits)
                slot.Turn = (++_ranks[pool], _waiting[pool]);

            var isHeld = slot.Waits && !_room.IsForeign && !claim.HarmsOthers && claim.Reason == PlacementReason.InPool;
            slot.IsLetOff = slot.Waits && _room.IsForeign;
            slot.IsNews |= isHeld != slot.IsHeld || (isHeld && slot.Place != slots.Place);
            (slot.IsHeld, slot.Place, slot.Schedule) = (isHeld, slots.Place, slots.Schedule);
            AnyHeld |= isHeld;
        }
    }

    private int PoolOf(TrackedQuery tracked) => _program.Policy.Classes[tracked.Decision.ClassIndex].Pool.Index;

    private PoolSlots SlotsOf(TrackedQuery claim) =>
        _pools[PoolOf(claim)] ?? throw new InvalidOperationException("Only queries of pools with slots claim any.");

    private static bool IsClaimOf(TrackedQuery tracked, PoolSlots slots) =>
        string.Equals(tracked.Slot.Pool, slots.Pool, StringComparison.Ordinal);

    /// <summary>In the pool of its class for good, and old enough to be moved. One that harms others begins no claim; a
    /// claim that it has it keeps.</summary>
    private bool MayClaim(TrackedQuery tracked, PoolSlots slots, DateTimeOffset now) =>
        IsClaimOf(tracked, slots)
            ? tracked.Reason
                is PlacementReason.InPool
                    or PlacementReason.Blocks
                    or PlacementReason.Commits
                    or PlacementReason.HasWritten
            : tracked is { Reason: PlacementReason.InPool, HarmsOthers: false }
                && now - tracked.Query.Started >= _minimumAge;
}
