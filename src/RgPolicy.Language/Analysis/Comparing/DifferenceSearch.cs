using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Looks at every pair of an old and a new class for queries that the one took and the other takes, and at
/// what is done with them.</summary>
internal sealed class DifferenceSearch(
    ComparedPolicy before,
    ComparedPolicy after,
    PairSearch pairs,
    ChangeList changes
)
{
    // A reader of a thousand differences learns nothing from the next; each costs a sample and a text. Other names are
    // no difference in limits: beyond so many they are passed over.
    private const int MostRegions = 1_000;
    private const int MostRenamed = 200;

    private readonly RuleSearch _rules = new(before, after, pairs, changes);
    private readonly FinalitySearch _finality = new(before, after, pairs);
    private readonly int _same = before
        .Conditions.Zip(after.Conditions)
        .TakeWhile(pair => pair.First == pair.Second)
        .Count();
    private int _renamed;

    public ImmutableArray<ChangedRegion> Run()
    {
        var regions = ImmutableArray.CreateBuilder<ChangedRegion>();
        foreach (var old in Enumerable.Range(0, before.Policy.Classes.Length))
        {
            foreach (var @new in Enumerable.Range(0, after.Policy.Classes.Length).Where(@new => MayMeet(old, @new)))
            {
                if (pairs.IsOver || regions.Count >= MostRegions)
                {
                    changes.AddUndecided($"class {before.Policy.Classes[old].Name} and all below it");
                    return regions.ToImmutable();
                }

                if (Compare(old, @new) is { } region)
                    regions.Add(region);
            }
        }

        return regions.ToImmutable();
    }

    /// <summary>Of classes that both begin with, each meets itself alone.</summary>
    private bool MayMeet(int old, int @new) =>
        (old == @new || (old >= _same && @new >= _same)) && (pairs.IsOver || pairs.MayMeet(old, @new));

    private ChangedRegion? Compare(int old, int @new)
    {
        var (left, right) = (before.Policy.Classes[old], after.Policy.Classes[@new]);
        pairs.IsDecided = true;
        var region = Region(old, @new);
        if (!pairs.IsDecided)
        {
            changes.AddUndecided(
                left.Name == right.Name ? $"class {left.Name}" : $"class {left.Name} that becomes class {right.Name}"
            );
        }

        _rules.Compare(old, @new);
        return region;
    }

    private ChangedRegion? Region(int old, int @new)
    {
        var (left, right) = (before.Policy.Classes[old], after.Policy.Classes[@new]);
        var isOtherName = left.Name != right.Name;
        var isOtherPool = before.PoolOf(old) != after.PoolOf(@new);
        var isOtherGoal = before.Objectives[old] != after.Objectives[@new];
        var isTreatedOtherwise = isOtherPool || isOtherGoal;
        var found =
            (isOtherName && _renamed < MostRenamed) || isTreatedOtherwise
                ? pairs.FindAny(old, @new, isTreatedOtherwise)
                : null;
        if (found is { } query && isOtherGoal)
            AddObjectives(old, @new, query.Sample);

        if (found is { } met && (isOtherPool || (isOtherName && isOtherGoal)))
        {
            return new ChangedRegion(left, right, met.Condition, met.Sample, true)
            {
                Beside = isOtherGoal ? "its objective" : "",
            };
        }

        if (!(old == @new && old < _same) && _finality.Find(old, @new) is { } pending)
        {
            return new ChangedRegion(left, right, "a signal is still to come", pending, true)
            {
                Beside = "whether the class is final",
            };
        }

        if (found is not { } renamed || !isOtherName)
            return null;

        _renamed++;
        return new ChangedRegion(left, right, renamed.Condition, renamed.Sample, false);
    }

    private void AddObjectives(int old, int @new, Sample sample)
    {
        foreach (
            var name in new[] { before.Policy.Classes[old].Name, after.Policy.Classes[@new].Name }.Distinct(
                StringComparer.Ordinal
            )
        )
        {
            var what =
                before.Policy.Objectives.All(goal => goal.Class.Name != name) ? "added"
                : after.Policy.Objectives.All(goal => goal.Class.Name != name) ? "removed"
                : "differs";
            if (before.Policy.Objectives.Concat(after.Policy.Objectives).Any(goal => goal.Class.Name == name))
                changes.Add("objective", name, what, sample);
        }
    }
}
