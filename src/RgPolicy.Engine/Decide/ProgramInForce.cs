using NodaTime;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Sharing;
using RgPolicy.Engine.States;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Windows;

namespace RgPolicy.Engine.Decide;

/// <summary>The program that holds now: the policy's, with the pools' settings of the active states,
/// and which windows are open.</summary>
internal sealed class ProgramInForce
{
    private const int MostWindows = 64;

    private readonly TurnEvents _events;
    private readonly HostTenant _tenant;
    private readonly MaskHistory _masks = new();
    private PolicyProgram _alone;
    private PolicyProgram _written;
    private StateTracker _states;
    private PolicyProgram _program;
    private ulong _openWindows;

    /// <summary>Puts a policy in force.</summary>
    /// <param name="alone">As if the server were alone on its host.</param>
    /// <param name="events">Takes what happens.</param>
    /// <param name="tenant">The server's part of the host.</param>
    public ProgramInForce(PolicyProgram alone, TurnEvents events, HostTenant tenant)
    {
        (_events, _tenant, _alone) = (events, tenant, alone);
        _written = tenant.Restrict(alone);
        _program = tenant.Place(_written);
        _states = new StateTracker(alone.Policy, alone.Target);
    }

    public PolicyProgram Program
    {
        get => _program;
        private set
        {
            _masks.See(_program, value);
            _program = value;
        }
    }

    public ImmutableArray<string> ActiveStates => _states.Active;

    /// <summary>The masks that a pool had before they changed last, and for a part of it those that the pool had;
    /// empty, which is every way, where there were none.</summary>
    public ImmutableArray<DomainMask> MasksBefore(PoolAllotment pool) =>
        _masks.Before(pool.PartOf is null ? pool.Pool.Name : _program.Pools[pool.Pool.Index].Pool.Name);

    /// <summary>Puts another policy in force; it begins without states.</summary>
    public void Replace(PolicyProgram program)
    {
        _alone = program;
        _written = _tenant.Restrict(program);
        Program = _tenant.Place(_written);
        _states = new StateTracker(program.Policy, program.Target);
    }

    /// <summary>Takes over what a cache strategy or a controller has made of the program.</summary>
    public void Adapt(PolicyProgram program)
    {
        if (!ReferenceEquals(program, _program))
            Program = _tenant.Place(program);
    }

    /// <summary>Whether there is something that throttling protects, on this server or on another that competes with
    /// it.</summary>
    /// <param name="here">On this one.</param>
    public bool Protects(bool here)
    {
        _tenant.Protects = here;
        return here || _tenant.OthersProtect;
    }

    /// <summary>Follows the other servers of the host.</summary>
    /// <returns>True when the program has become another one; false where at most its masks are others.</returns>
    public bool FollowHost()
    {
        if (_tenant.HasOtherTerms)
        {
            var written = _tenant.Restrict(_alone);
            if (written.Terms != _written.Terms)
            {
                _written = written;
                Restate();
                return true;
            }
        }

        if (_tenant.HasOtherLayouts && _tenant.PlaceAgain() is { } placed && !HasTheMasksOf(placed))
            Program = placed;

        return false;
    }

    private bool HasTheMasksOf(PolicyProgram other) =>
        Program.ThrottlingPools.Zip(other.ThrottlingPools).All(pair => pair.First.GivesTheSameAs(pair.Second));

    private PolicyProgram WithStates() => _states.Active.IsEmpty ? _written : _written.WithPools(_states.Pools());

    /// <summary>Follows the states of the policy.</summary>
    /// <returns>True when the program has become another one.</returns>
    public bool FollowStates(Observation observation)
    {
        var changes = _states.See(observation);
        if (changes.Count == 0)
            return false;

        foreach (var change in changes)
            _events.Add(observation.Time, "state", "", change.Describe());

        Restate();
        return true;
    }

    /// <summary>The policy's program with the settings of the active states, without what was made of it
    /// since.</summary>
    public void Restate() => Program = _tenant.Place(WithStates());

    /// <summary>Follows the windows of the policy.</summary>
    /// <returns>True when one has opened or closed; beyond 64 windows always.</returns>
    public bool FollowWindows(DateTimeOffset time)
    {
        var open = 0UL;
        var windows = Program.Windows;
        for (var index = 0; index < Math.Min(windows.Length, MostWindows); index++)
            open |= WindowClock.Contains(windows[index], Instant.FromDateTimeOffset(time)) ? 1UL << index : 0;

        var hasChanged = open != _openWindows || windows.Length > MostWindows;
        _openWindows = open;
        return hasChanged;
    }
}

/// <summary>What masks each pool had before they changed last, by the pools' names.</summary>
internal sealed class MaskHistory
{
    private readonly Dictionary<string, ImmutableArray<DomainMask>> _before = new(StringComparer.Ordinal);

    /// <summary>Takes in that a program has replaced another.</summary>
    public void See(PolicyProgram replaced, PolicyProgram program)
    {
        foreach (var pool in program.Pools)
        {
            var masks = replaced.FindPool(pool.Pool.Name)?.Masks ?? [];
            if (!masks.SequenceEqual(pool.Masks))
                _before[pool.Pool.Name] = masks;
        }
    }

    /// <summary>The masks before the last change; empty, which is every way, where there were none.</summary>
    public ImmutableArray<DomainMask> Before(string pool) => _before.GetValueOrDefault(pool, []);
}
