using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Compares what is the same for all queries: pools as written, the cache strategy, named superusers, and
/// orders that count.</summary>
internal sealed class StatementSearch(ComparedPolicy before, ComparedPolicy after, ChangeList changes)
{
    private static readonly Sample AnyQuery = new(
        ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal),
        null
    );

    private Policy Old => before.Policy;

    private Policy New => after.Policy;

    /// <summary>Beside the regions, whose samples show what a pool's change does.</summary>
    public void Run(ImmutableArray<ChangedRegion> regions)
    {
        ComparePools(regions);
        if (MeaningText.Of(Old.CacheStrategy) != MeaningText.Of(New.CacheStrategy))
            changes.Add("cache strategy", "", "differs", AnyQuery);

        if (MeaningText.Of(Old.Schedule) != MeaningText.Of(New.Schedule))
            changes.Add("schedule", "", "differs", AnyQuery);

        CompareLogins();
        CompareOrder("of the pools", Old.Pools.Select(pool => pool.Name), New.Pools.Select(pool => pool.Name));
        CompareOrder("of the objectives", Old.Objectives.Select(MeaningText.Of), New.Objectives.Select(MeaningText.Of));
        CompareRest();
    }

    private void ComparePools(ImmutableArray<ChangedRegion> regions)
    {
        var old = Old.Pools.ToDictionary(
            pool => pool.Name,
            pool => MeaningText.Of(pool.Settings),
            StringComparer.Ordinal
        );
        var @new = New.Pools.ToDictionary(
            pool => pool.Name,
            pool => MeaningText.Of(pool.Settings),
            StringComparer.Ordinal
        );
        var rules = changes.Changes.Where(change => change.Kind == "rule").ToList();
        foreach (var name in old.Keys.Union(@new.Keys, StringComparer.Ordinal))
        {
            var (left, right) = (old.GetValueOrDefault(name), @new.GetValueOrDefault(name));
            if (left != right)
            {
                var sample =
                    regions
                        .FirstOrDefault(region => region.Before.Pool.Name == name && region.After.Pool.Name == name)
                        ?.Sample
                    ?? rules
                        .Find(change =>
                            Old.Rules.Any(rule =>
                                rule.Name == change.Name && rule.Steps.Any(step => IsSentTo(step.Then, name))
                            )
                        )
                        ?.Sample;
                changes.Add(
                    "pool",
                    name,
                    left is null ? "added"
                        : right is null ? "removed"
                        : "other settings",
                    sample
                );
            }
        }
    }

    /// <summary>True for an action that sends a query, or later executions, to the pool.</summary>
    public static bool IsSentTo(RuleAction action, string pool) =>
        action switch
        {
            RuleAction.MoveTo move => move.Pool.Name == pool,
            RuleAction.Quarantine { Pool: { } later } => later.Name == pool,
            _ => false,
        };

    /// <summary>A superuser is governed only where a class names that login.</summary>
    private void CompareLogins()
    {
        var (left, right) = (NamedLogins.Find(Old), NamedLogins.Find(New));
        foreach (
            var login in left.Union(right, StringComparer.Ordinal)
                .Where(login => left.Contains(login) != right.Contains(login))
        )
        {
            var sample = AnyQuery with { Values = AnyQuery.Values.SetItem("session.login", login) };
            changes.Add("superuser", login, left.Contains(login) ? "no longer governed" : "governed by name", sample);
        }
    }

    /// <summary>Among equals the first counts, so another order may come to something else: it is not
    /// proved that it does not.</summary>
    private void CompareOrder(string what, IEnumerable<string> old, IEnumerable<string> @new)
    {
        List<string> left = [.. old],
            right = [.. @new];
        if (!left.Where(right.Contains).SequenceEqual(right.Where(left.Contains), StringComparer.Ordinal))
            changes.Add("order", what, "differs", null);
    }

    private void CompareRest()
    {
        foreach (var rule in Old.Rules.Concat(New.Rules).Select(rule => rule.Name).Distinct(StringComparer.Ordinal))
        {
            if (before.NotCarriedOut(rule) != after.NotCarriedOut(rule))
                changes.Add("rule", rule, "differs in a step that the target does not carry out", null);
        }
    }
}

/// <summary>A statement that means something else.</summary>
/// <param name="Kind">Which kind: <c>pool</c>, <c>rule</c>, <c>state</c>, <c>objective</c>, <c>cache strategy</c>,
/// <c>schedule</c>, <c>superuser</c> or <c>order</c>.</param>
/// <param name="Name">Which of them; empty where there is one at the most.</param>
/// <param name="What">What differs, in a few words.</param>
/// <param name="Sample">A query or a moment at which it makes a difference; null where none was looked
/// for or found.</param>
public sealed record StatementChange(string Kind, string Name, string What, Sample? Sample)
{
    /// <summary>Kind and name.</summary>
    public string Statement => Name.Length == 0 ? Kind : $"{Kind} {Name}";
}
