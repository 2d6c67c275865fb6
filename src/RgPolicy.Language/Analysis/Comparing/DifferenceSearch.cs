using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Reports;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Looks at every pair of an old and a new class for queries that the one took and the other takes.</summary>
internal sealed class DifferenceSearch(ClassBoxes before, ClassBoxes after, WorkBudget budget)
{
    private readonly SampleSearch _samples = new(before.Space, budget);
    private readonly RegionText _writer = new(before.Space);
    private readonly ImmutableArray<string> _oldTreatments = Treatments(before.Policy);
    private readonly ImmutableArray<string> _newTreatments = Treatments(after.Policy);

    /// <summary>False when some pair was not decided.</summary>
    public bool IsDecided { get; private set; } = before.Undecided.Count == 0 && after.Undecided.Count == 0;

    public ImmutableArray<ChangedRegion> Run()
    {
        var pairs =
            from old in before.Policy.Classes
            from @new in after.Policy.Classes
            let changesLimits = _oldTreatments[old.Index] != _newTreatments[@new.Index]
            where changesLimits || old.Name != @new.Name
            select Find(old, @new, changesLimits);
        return [.. pairs.OfType<ChangedRegion>()];
    }

    private static ImmutableArray<string> Treatments(Policy policy) =>
        [.. policy.Classes.Select(query => Treatment.Of(query.Pool))];

    private ChangedRegion? Find(QueryClass old, QueryClass @new, bool changesLimits)
    {
        foreach (var (_, oldBox) in before.Of(old.Index).ToArray())
        {
            foreach (var (_, newBox) in after.Of(@new.Index).ToArray())
            {
                var target = oldBox.Intersect(newBox);
                if (target is null || IsTakenAbove(before, old.Index, target) || IsTakenAbove(after, @new.Index, target))
                {
                    continue;
                }

                var covers = before.All.Take(before.StartOf(old.Index)).Concat(after.All.Take(after.StartOf(@new.Index)));
                var (sample, _, isDecided) = _samples.Find(target, covers, WorkBudget.PerQuestion);
                IsDecided &= isDecided;
                if (sample is not null)
                {
                    var region = NarrowedBox.Of(target, covers.Select(taken => taken.Box), before.Space);
                    return new ChangedRegion(old, @new, _writer.Of(region), sample, changesLimits);
                }
            }
        }

        return null;
    }

    /// <summary>One class above takes the whole box: by far the most common reason that nothing is left.</summary>
    private static bool IsTakenAbove(ClassBoxes classes, int classIndex, Box target)
    {
        for (var place = 0; place < classes.StartOf(classIndex); place++)
        {
            if (target.IsInside(classes.All[place].Box))
            {
                return true;
            }
        }

        return false;
    }
}
