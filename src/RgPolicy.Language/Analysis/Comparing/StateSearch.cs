using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Compares states: when each is entered and left, and what the pools are while some of them
/// are active.</summary>
internal sealed class StateSearch(
    ComparedPolicy before,
    ComparedPolicy after,
    PairSearch pairs,
    SampleTrial trial,
    WorkBudget budget,
    ChangeList changes
)
{
    private const int MostTogether = 12;

    private readonly StateMoments _moments = new(before.Space, budget, changes);
    private readonly StateMixes _oldMixes = new(new StateMoments(before.Space, budget, changes));
    private readonly StateMixes _newMixes = new(new StateMoments(before.Space, budget, changes));
    private readonly OverrideTable _old = new(before.Policy);
    private readonly OverrideTable _new = new(after.Policy);

    public void Run()
    {
        foreach (var name in Names(before.Policy).Union(Names(after.Policy), StringComparer.Ordinal))
            Compare(name, Find(before.Policy, name), Find(after.Policy, name));

        CompareOverrides();
    }

    private static IEnumerable<string> Names(Policy policy) => policy.States.Select(state => state.Name);

    private static State? Find(Policy policy, string name) => policy.States.FirstOrDefault(state => state.Name == name);

    private void Compare(string name, State? old, State? @new)
    {
        if (old is null || @new is null)
        {
            // One that is never entered is as if it were not there.
            var only = old ?? @new ?? throw new InvalidOperationException(name);
            if (_moments.Find(name, _moments.True(only.When)) is { } entered)
                changes.Add("state", name, old is null ? "added" : "removed", entered);

            return;
        }

        if (!MayBeEntered(name))
            return;

        if (
            MeaningText.Of(old.When) + MeaningText.Of(old.Until)
            != MeaningText.Of(@new.When) + MeaningText.Of(@new.Until)
        )
        {
            AddIf(
                name,
                "entered otherwise",
                _moments.FindApart(name, _moments.True(old.When), _moments.True(@new.When))
            );
            AddIf(name, "left otherwise", _moments.FindApart(name, _moments.Leaves(old), _moments.Leaves(@new)));
        }

        AddIf(
            name,
            "entered after another time",
            old.EnterAfter == @new.EnterAfter ? null : _moments.Find(name, _moments.True(old.When))
        );
        AddIf(
            name,
            "left after another time",
            old.LeaveAfter == @new.LeaveAfter ? null : _moments.Find(name, _moments.Leaves(old))
        );
    }

    private void AddIf(string name, string what, Sample? sample)
    {
        if (sample is not null)
            changes.Add("state", name, what, sample);
    }

    /// <summary>Setting by setting, what it is while any of the states that name it are active.</summary>
    private void CompareOverrides()
    {
        foreach (var key in _old.Keys.Union(_new.Keys).Where(key => !_old.IsSame(_new, key)))
        {
            var names = _old.StatesOf(key).Union(_new.StatesOf(key), StringComparer.Ordinal).ToList();
            var differing =
                names.Count > MostTogether
                    ? null
                    : StateMixes
                        .Subsets(names)
                        .Where(active => _old.Value(key, active) != _new.Value(key, active))
                        .ToList();
            if (differing is null)
                changes.AddUndecided($"what {key} is while states are active");
            else if (differing.Count > 0)
                AddOverride(key, differing);
        }
    }

    private void AddOverride(OverrideKey key, List<ImmutableArray<string>> differing)
    {
        if (differing.Find(names => names.All(MayBeEntered) && MayBeTogether(names)) is { IsDefault: false } found)
        {
            var active = found.Order(StringComparer.Ordinal).ToImmutableArray();
            var sample = trial.First(QueriesIn(key.Pool).Select(query => query with { ActiveStates = active }));
            changes.Add("state", string.Join(" and ", active), $"sets {key} otherwise", sample);
        }
    }

    private bool MayBeEntered(string name) =>
        (Find(before.Policy, name) is { } old && _oldMixes.CanBeActive([old]))
        || (Find(after.Policy, name) is { } @new && _newMixes.CanBeActive([@new]));

    private bool MayBeTogether(ImmutableArray<string> names) =>
        MayBeTogether(_oldMixes, before.Policy, names) && MayBeTogether(_newMixes, after.Policy, names);

    /// <summary>One alone may be active; that it never enters is told of the state.</summary>
    private static bool MayBeTogether(StateMixes mixes, Policy policy, ImmutableArray<string> names)
    {
        var states = policy
            .States.Where(state => names.Contains(state.Name, StringComparer.Ordinal))
            .ToImmutableArray();
        return states.Length < 2 || mixes.CanBeActive(states);
    }

    /// <summary>
    /// Queries that stand in the pool, by class in both policies or by a rule in one of them, whatever the moment: a
    /// state lasts longer than what it was entered by.
    /// </summary>
    private IEnumerable<Sample> QueriesIn(string pool)
    {
        var (senders, newSenders) = (SendersTo(before.Policy, pool), SendersTo(after.Policy, pool));
        return from old in before.Policy.Classes
            from @new in after.Policy.Classes
            let isByClass = old.Pool.Name == pool && @new.Pool.Name == pool
            let isSent = senders.Contains(old.Index) || newSenders.Contains(@new.Index)
            where (isByClass || isSent) && pairs.MayMeet(old.Index, @new.Index)
            let byClass = isByClass ? pairs.SamplesInside(old.Index, @new.Index, new(true, [Box.Everything], [])) : []
            let sent = isSent
                ? pairs.Areas(old.Index, @new.Index).SelectMany(area => SentTo(pool, old.Index, @new.Index, area))
                : []
            from sample in byClass.Concat(sent)
            select sample;
    }

    private static HashSet<int> SendersTo(Policy policy, string pool) =>
        [
            .. policy
                .Rules.Where(rule => rule.Steps.Any(step => StatementSearch.IsSentTo(step.Then, pool)))
                .SelectMany(rule => rule.Classes)
                .Select(query => query.Index),
        ];

    private IEnumerable<Sample> SentTo(string pool, int old, int @new, PairArea area) =>
        from outcome in Outcomes(before, old, pool, area).Concat(Outcomes(after, @new, pool, area))
        from sample in pairs.SamplesInside(old, @new, area.In(outcome))
        select sample;

    private static IEnumerable<RuleOutcome> Outcomes(ComparedPolicy policy, int index, string pool, PairArea area) =>
        from rule in policy.RulesOf(index)
        from outcome in policy.Form(index, rule, area.IsFinal).Acts
        where
            outcome.Key.StartsWith($"move to {pool} ", StringComparison.Ordinal)
            || outcome.Key.StartsWith($"quarantine {pool} ", StringComparison.Ordinal)
        select outcome;
}

/// <summary>Tries samples before they are shown. One that shows nothing leaves the question open,
/// unless another one does.</summary>
internal sealed class SampleTrial(Func<Sample, bool> isShown, WorkBudget budget)
{
    // What carrying both policies out at a point costs, beside looks at boxes.
    private const int StepsPerTrial = 2000;

    /// <summary>False once a sample showed nothing; callers set it to true before they search.</summary>
    public bool IsDecided { get; set; } = true;

    /// <summary>The first that shows what is looked for; null where there is none.</summary>
    public Sample? First(IEnumerable<Sample> samples)
    {
        foreach (var sample in samples)
        {
            budget.Spend(StepsPerTrial);
            if (isShown(sample))
                return sample;

            IsDecided = false;
        }

        return null;
    }
}
