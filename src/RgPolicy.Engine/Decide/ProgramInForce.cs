using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.States;
using RgPolicy.Engine.Tracking;
using RgPolicy.Language.Windows;

namespace RgPolicy.Engine.Decide;

/// <summary>The program that holds now: the policy's, with the pools' settings of the active states,
/// and which windows are open.</summary>
internal sealed class ProgramInForce(PolicyProgram written, TurnEvents events)
{
    private const int MostWindows = 64;

    private PolicyProgram _written = written;
    private StateTracker _states = new(written.Policy, written.Target);
    private readonly MaskHistory _masks = new();
    private PolicyProgram _program = written;
    private ulong _openWindows;

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

    /// <summary>The masks that a pool had before they changed last; empty, which is every way, where
    /// there were none.</summary>
    public ImmutableArray<DomainMask> MasksBefore(string pool) => _masks.Before(pool);

    /// <summary>Puts another policy in force; it begins without states.</summary>
    public void Replace(PolicyProgram program)
    {
        _written = Program = program;
        _states = new StateTracker(program.Policy, program.Target);
    }

    /// <summary>Takes over what a cache strategy or a controller has made of the program.</summary>
    public void Adapt(PolicyProgram program)
    {
        if (!ReferenceEquals(program, _program))
        {
            Program = program;
        }
    }

    /// <summary>Follows the states of the policy.</summary>
    /// <returns>True when the program has become another one.</returns>
    public bool FollowStates(Observation observation)
    {
        var changes = _states.See(observation);
        if (changes.Count == 0)
        {
            return false;
        }

        foreach (var change in changes)
        {
            events.Add(observation.Time, "state", "", change.Describe());
        }

        Program = _states.Active.IsEmpty ? _written : _written.WithPools(_states.Pools());
        return true;
    }

    /// <summary>Follows the windows of the policy.</summary>
    /// <returns>True when one has opened or closed; beyond 64 windows always.</returns>
    public bool FollowWindows(DateTimeOffset time)
    {
        var open = 0UL;
        var windows = Program.Windows;
        for (var index = 0; index < Math.Min(windows.Length, MostWindows); index++)
        {
            open |= WindowClock.Contains(windows[index], Instant.FromDateTimeOffset(time)) ? 1UL << index : 0;
        }

        var hasChanged = open != _openWindows || windows.Length > MostWindows;
        _openWindows = open;
        return hasChanged;
    }
}
