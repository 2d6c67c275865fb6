using System.Collections.Immutable;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Binds states and what pools get while they are active.</summary>
internal sealed class StateBinder(BindingScope scope)
{
    private readonly NameTable<StateStatementContext> _names = new("state", scope.Parsed, scope.Bag);
    private readonly Durations _durations = new(scope);

    public ImmutableArray<State> Bind(
        IEnumerable<StateStatementContext> states, IReadOnlyCollection<InStateStatementContext> blocks)
    {
        var known = states.Where(state => _names.Declare(state.name(), state)).ToList();
        var overrides = Overrides(blocks);
        return [.. known.Select(state => Bind(state, overrides)).OfType<State>()];
    }

    private Dictionary<string, ImmutableArray<PoolOverride>> Overrides(IReadOnlyCollection<InStateStatementContext> blocks)
    {
        var byState = new Dictionary<string, ImmutableArray<PoolOverride>>(StringComparer.Ordinal);
        var seen = new HashSet<(string State, string Pool)>();
        foreach (var block in blocks)
        {
            _names.Use(block.name());
            var state = block.name().GetText();
            foreach (var change in block.poolOverride())
            {
                if (!seen.Add((state, change.name().GetText())))
                {
                    scope.Report("RG2009", change.name(), $"`{change.name().GetText()}` has a block in this state "
                        + "already: put its settings together.");
                }

                var settings = scope.Settings.BindBlock(change.settingBlock());
                var bound = scope.Pools.Resolve(change.name()) is { } pool ? new PoolOverride(pool, settings) : null;
                byState[state] = bound is null
                    ? byState.GetValueOrDefault(state, [])
                    : byState.GetValueOrDefault(state, []).Add(bound);
            }
        }

        return byState;
    }

    private State? Bind(StateStatementContext context, Dictionary<string, ImmutableArray<PoolOverride>> overrides)
    {
        var when = scope.Conditions.Bind(context.condition());
        var until = context.leave() is null ? null : Until(context.leave(), when);
        var (enter, leave) = (_durations.BindOptional(context.enterAfter), _durations.BindOptional(context.leaveAfter));
        if (when is null || (until is null && context.leave() is not null))
        {
            return null;
        }

        CheckSignals(context.condition(), when);
        var name = context.name().GetText();
        return new State(name, when, enter, until, leave, overrides.GetValueOrDefault(name, []), scope.Range(context));
    }

    private Condition? Until(LeaveContext leave, Condition? when)
    {
        if (leave is LeaveConditionContext full)
        {
            var condition = scope.Conditions.Bind(full.condition());
            if (condition is not null)
            {
                CheckSignals(full.condition(), condition);
            }

            return condition;
        }

        if (leave is LeaveValueContext value && when is ComparisonCondition comparison)
        {
            return scope.Conditions.BindValue(value, comparison.Signal);
        }

        if (when is not null)
        {
            scope.Report("RG2009", leave, "This short form needs a `when` with one comparison: write the whole condition after `until`.");
        }

        return null;
    }

    /// <summary>A state is the whole target's, so no signal of a single query has a value in it.</summary>
    private void CheckSignals(ConditionContext where, Condition condition)
    {
        var foreign = ConditionSignals.Of(condition)
            .FirstOrDefault(signal => signal.Phase is not (SignalPhase.Host or SignalPhase.Dbms));
        if (foreign is not null)
        {
            scope.Report("RG2010", where,
                $"`{foreign.Name}` belongs to one query, and a state to the whole target: ask `host`, `dbms` or windows, or write a rule.");
        }
    }
}
