using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Simulation.Optimizing;

/// <summary>
/// Searches shares of cache, CPU weights and cores of a policy's pools: one setting of one pool at a time, the best of
/// its values is kept, until no single change is better. What is better only by two changes at once is not found.
/// </summary>
internal sealed class Optimizer
{
    // What is better by less is not worth another setting.
    private const double Step = 0.002;

    private static readonly ImmutableArray<(SettingName Setting, ImmutableArray<int> Values)> Choices =
    [
        (SettingName.Cache, [10, 20, 30, 40, 60, 80, 100]),
        (SettingName.CpuWeight, [10, 50, 100, 200, 400]),
        (SettingName.Cores, [25, 50, 75, 100]),
    ];

    private readonly Policy _first;
    private readonly TargetProfile _target;
    private readonly Mix _mix;
    private readonly OptimizeGoal _goal;
    private readonly int _mostPlays;
    private readonly CancellationToken _cancellationToken;
    private readonly Action<double>? _progress;
    private readonly Dictionary<string, PolicyOutcome?> _played = new(StringComparer.Ordinal);
    private readonly RunOutcome _free;

    private Optimizer(
        Policy first,
        TargetProfile target,
        Mix mix,
        OptimizeGoal goal,
        int mostPlays,
        Action<double>? progress,
        CancellationToken cancellationToken
    )
    {
        (_first, _target, _mix, _goal) = (first, target, mix, goal);
        (_mostPlays, _progress, _cancellationToken) = (mostPlays, progress, cancellationToken);
        _free = Play(mix, null);
    }

    /// <summary>A policy to begin with, for the kinds of plans in a mix.</summary>
    public static string FirstText(Mix mix, TargetProfile target) => FirstPolicy.Of(mix, target);

    /// <summary>Searches.</summary>
    /// <param name="first">The policy to begin with, bound for the target.</param>
    /// <param name="target">The target.</param>
    /// <param name="mix">The mix; it fits the target.</param>
    /// <param name="goal">What for.</param>
    /// <param name="mostPlays">At most so many policies are simulated.</param>
    /// <param name="progress">Told now and then which part of these is done.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>Null where the mix has more events than can be played.</returns>
    public static OptimizeOutcome? Search(
        Policy first,
        TargetProfile target,
        Mix mix,
        OptimizeGoal goal,
        int mostPlays,
        Action<double>? progress,
        CancellationToken cancellationToken
    )
    {
        var search = new Optimizer(first, target, mix, goal, mostPlays, progress, cancellationToken);
        return search._free.IsCut ? null : search.Run();
    }

    private OptimizeOutcome? Run()
    {
        var best = PoolEdits.None;
        if (OutcomeOf(best) is not { } outcome)
            return null;
        var (before, isDone) = (_goal.Of(outcome.Gains), false);
        while (!isDone && _played.Count < _mostPlays)
        {
            isDone = true;
            foreach (var candidate in Neighbours(best).TakeWhile(_ => _played.Count < _mostPlays))
            {
                if (OutcomeOf(candidate) is { } other && IsBetter(other, outcome))
                    (best, outcome, isDone) = (candidate, other, false);
            }

            isDone &= _played.Count < _mostPlays;
        }

        return new OptimizeOutcome(
            best.Apply(_first),
            _goal.Of(outcome.Gains),
            before,
            Bound(),
            _goal.Excess(outcome.Gains) <= 0,
            _played.Count,
            isDone,
            outcome
        );
    }

    private IEnumerable<PoolEdits> Neighbours(PoolEdits edits) =>
        from pool in _first.Pools
        from choice in Choices
        from value in choice.Values
        select edits.With(pool.Index, choice.Setting, value);

    private bool IsBetter(PolicyOutcome one, PolicyOutcome than)
    {
        var (excess, other) = (_goal.Excess(one.Gains), _goal.Excess(than.Gains));
        return excess > 0 || other > 0 ? excess < other - Step : _goal.Of(one.Gains) > _goal.Of(than.Gains) + Step;
    }

    /// <summary>Null for what the language refuses, and for what cannot be played whole.</summary>
    private PolicyOutcome? OutcomeOf(PoolEdits edits)
    {
        var text = edits.Apply(_first);
        if (_played.TryGetValue(text, out var known))
            return known;
        _progress?.Invoke((double)_played.Count / _mostPlays);
        var policy = PolicyReader.Check(text, _first.Path, _target).Policy;
        var run = policy is null ? null : Play(_mix, PolicyProgram.Compile(policy, _target));
        return _played[text] = run is { IsCut: false } ? PolicyOutcome.Of(_free, run, []) : null;
    }

    private double Bound() => _goal.Of([.. _mix.Queries.Select((query, index) => Alone(query, index))]);

    private QueryGain Alone(MixQuery query, int index)
    {
        var mix = _mix with { Queries = [query], Slots = null };
        var before = _free with { Queries = [_free.Queries[index]] };
        return PolicyOutcome.Of(before, Play(mix, null), []).Gains[0];
    }

    private RunOutcome Play(Mix mix, PolicyProgram? program) =>
        SimulationRun.Play(mix, _target, program, null, SimulationRun.MostWork / 10, _cancellationToken);
}

/// <summary>What a search has found.</summary>
/// <param name="Text">The policy.</param>
/// <param name="Goal">Its gain by the goal, as a part.</param>
/// <param name="Before">The gain of the policy that the search began with.</param>
/// <param name="Bound">
/// What no policy exceeds: every query as fast as it is alone on the whole machine. Rarely can all be had at once.
/// </param>
/// <param name="IsAllowed">No query loses more than it may.</param>
/// <param name="Plays">Policies that were simulated.</param>
/// <param name="IsDone">No single change is better; else the number of plays ended the search.</param>
/// <param name="Policy">The mix under it.</param>
internal sealed record OptimizeOutcome(
    string Text,
    double Goal,
    double Before,
    double Bound,
    bool IsAllowed,
    int Plays,
    bool IsDone,
    PolicyOutcome Policy
);
