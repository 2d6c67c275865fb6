using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds states and what pools get while they are active.</summary>
internal sealed class StateBinder(BindingScope scope)
{
    private readonly Durations _durations = new(scope);

    public ImmutableArray<State> Bind(IEnumerable<StateSyntax> states, IReadOnlyCollection<InStateSyntax> blocks)
    {
        scope.States.DeclareLost();
        var known = states.Where(state => scope.States.Declare(state.Name, null)).ToList();
        var overrides = Overrides(blocks);
        return [.. known.Select(state => Bind(state, overrides)).OfType<State>()];
    }

    private Dictionary<string, ImmutableArray<PoolOverride>> Overrides(IReadOnlyCollection<InStateSyntax> blocks)
    {
        var byState = new Dictionary<string, ImmutableArray<PoolOverride>>(StringComparer.Ordinal);
        var seen = new HashSet<(string State, string Pool)>();
        foreach (var block in blocks)
        {
            scope.States.Use(block.State);
            var state = block.State.Text;
            foreach (var change in block.Pools)
            {
                if (!seen.Add((state, change.Name.Text)))
                {
                    scope.Report(
                        "RG2009",
                        change.Name,
                        $"`{change.Name.Text}` has a block in this state " + "already: put its settings together."
                    );
                }

                var settings = scope.Settings.BindBlock(change.Block);
                var bound = scope.Pools.Resolve(change.Name) is { } pool ? new PoolOverride(pool, settings) : null;
                byState[state] = bound is null
                    ? byState.GetValueOrDefault(state, [])
                    : byState.GetValueOrDefault(state, []).Add(bound);
            }
        }

        return byState;
    }

    private State? Bind(StateSyntax context, Dictionary<string, ImmutableArray<PoolOverride>> overrides)
    {
        var when = scope.Conditions.Bind(context.When);
        var until = context.Until is null ? null : Until(context.Until, when);
        var (enter, leave) = (_durations.BindOptional(context.EnterAfter), _durations.BindOptional(context.LeaveAfter));
        if (when is null || (until is null && context.Until is not null))
            return null;

        CheckSignals(context.When, when);
        var name = context.Name.Text;
        return new State(name, when, enter, until, leave, overrides.GetValueOrDefault(name, []), scope.Range(context));
    }

    private Condition? Until(LeaveSyntax leave, Condition? when)
    {
        if (leave is LeaveSyntax.Full full)
        {
            var condition = scope.Conditions.Bind(full.Condition);
            if (condition is not null)
                CheckSignals(full.Condition, condition);

            return condition;
        }

        if (leave is LeaveSyntax.Value value && when is ComparisonCondition comparison)
            return scope.Conditions.BindValue(value, comparison.Signal);

        if (when is not null)
        {
            scope.Report(
                "RG2009",
                leave,
                "This short form needs a `when` with one comparison: write the whole condition after `until`."
            );
        }

        return null;
    }

    /// <summary>A state is the whole target's, so no signal of a single query has a value in it.</summary>
    private void CheckSignals(ConditionSyntax where, Condition condition)
    {
        var foreign = condition
            .Atoms()
            .Select(atom => atom.Signal)
            .FirstOrDefault(signal => signal.Phase is not (SignalPhase.Host or SignalPhase.Dbms));
        if (foreign is not null)
        {
            scope.Report(
                "RG2010",
                where,
                $"`{foreign.Name}` belongs to one query, and a state to the whole target: ask `host`, `dbms` or "
                    + "windows, or write a rule."
            );
        }
    }
}
