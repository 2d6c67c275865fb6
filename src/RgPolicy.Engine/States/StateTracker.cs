using NodaTime;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.States;

/// <summary>Which states of a policy are active, and what the pools are then.</summary>
internal sealed class StateTracker
{
    private readonly Policy _policy;
    private readonly TargetProfile _target;
    private readonly ImmutableArray<StateWatch> _watches;
    private readonly SignalValues _values = new();

    public StateTracker(Policy policy, TargetProfile target)
    {
        (_policy, _target) = (policy, target);
        _watches = [.. policy.States.Select(state => new StateWatch(state))];
    }

    /// <summary>Names of the active states, in the order of the text.</summary>
    public ImmutableArray<string> Active => [.. _watches.Where(watch => watch.IsActive).Select(watch => watch.Name)];

    /// <summary>Takes in one observation and returns the states that were entered or left by it.</summary>
    public IReadOnlyList<StateWatch> See(Observation observation) => _watches.IsEmpty ? [] : SeeAll(observation);

    /// <summary>The pools with the settings of the active states: for each setting the first active
    /// state in the text wins.</summary>
    public ImmutableArray<Pool> Pools()
    {
        var settings = _policy.Pools.Select(pool => pool.Settings).ToArray();
        for (var index = _watches.Length - 1; index >= 0; index--)
        {
            if (_watches[index].IsActive)
                Apply(_policy.States[index], settings);
        }

        return [.. _policy.Pools.Select(pool => pool with { Settings = settings[pool.Index] })];
    }

    /// <summary>The pools of a policy while this one of its states is active.</summary>
    public static ImmutableArray<Pool> PoolsIn(Policy policy, State state)
    {
        var settings = policy.Pools.Select(pool => pool.Settings).ToArray();
        Apply(state, settings);
        return [.. policy.Pools.Select(pool => pool with { Settings = settings[pool.Index] })];
    }

    private IReadOnlyList<StateWatch> SeeAll(Observation observation)
    {
        SignalMapper.Reset(_values, _target);
        ChangingSignals.FillTarget(_values, observation);
        var at = Instant.FromDateTimeOffset(observation.ClockTime);
        return [.. _watches.Where(watch => watch.See(_values, at, observation.Time))];
    }

    // From the last state to the first, so that the first has the last word.
    private static void Apply(State state, ImmutableArray<Setting>[] settings)
    {
        foreach (var change in state.Overrides)
        {
            var pool = change.Pool.Index;
            settings[pool] =
            [
                .. settings[pool].Where(old => change.Settings.All(set => set.Name != old.Name)),
                .. change.Settings,
            ];
        }
    }
}
