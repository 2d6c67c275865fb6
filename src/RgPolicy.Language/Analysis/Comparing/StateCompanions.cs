using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Which states of a policy can be active, alone and two together: of two of which each leaves before the
/// other enters, the order means nothing.</summary>
internal sealed class StateCompanions(AnalysisSpace space, WorkBudget budget, ChangeList changes)
{
    private readonly StateMoments _moments = new(space, budget, changes);
    private readonly Dictionary<State, bool> _entered = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<(State, State), bool> _together = [];

    /// <summary>True unless it is never entered.</summary>
    public bool MayBeEntered(State state)
    {
        if (!_entered.TryGetValue(state, out var known))
        {
            _entered[state] = known = _moments.Find(state.Name, _moments.True(state.When)) is not null;
        }

        return known;
    }

    /// <summary>True unless two of them are never active at the same moment.</summary>
    public bool MayBeTogether(Policy policy, IReadOnlySet<string> names)
    {
        var states = policy.States.Where(state => names.Contains(state.Name)).ToList();
        return Enumerable
            .Range(0, states.Count)
            .All(place => states.Skip(place + 1).All(other => MayBeTogether(states[place], other)));
    }

    /// <summary>The last of the two was entered while the other stayed, or both at once.</summary>
    private bool MayBeTogether(State one, State other)
    {
        if (!_together.TryGetValue((one, other), out var known))
        {
            _together[(one, other)] = known =
                EntersBeside(one, other) || EntersBeside(other, one) || EnterAtOnce(one, other);
        }

        return known;
    }

    private bool EntersBeside(State entered, State active) =>
        active.LeaveAfter > TimeSpan.Zero
            ? MayBeEntered(entered)
            : _moments.Find(entered.Name, _moments.True(entered.When), _moments.Leaves(active)) is not null;

    private bool EnterAtOnce(State one, State other) =>
        _moments.True(one.When) is { } left
        && _moments.True(other.When) is { } right
        && _moments.Find(one.Name, [.. BoxMeeting.Of(left, right)]) is not null;
}
