using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Reports;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Analysis.Space;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Looks for queries that a class of the old policy takes and a class of the new one.</summary>
internal sealed class PairSearch(ComparedPolicy before, ComparedPolicy after, SampleTrial trial, WorkBudget budget)
{
    private readonly SampleSearch _samples = new(before.Space, budget);
    private readonly RegionText _writer = new(before.Space);
    private readonly Dictionary<(int Old, int New), ImmutableArray<Box>> _targets = [];

    /// <summary>False once a search ended without an answer; callers set it to true before they search.</summary>
    public bool IsDecided
    {
        get => trial.IsDecided;
        set => trial.IsDecided = value;
    }

    /// <summary>True when nothing more can be looked for.</summary>
    public bool IsOver => budget.IsGone;

    /// <summary>Counts a look at boxes beside the searches themselves.</summary>
    public void Look(int boxes) => budget.Scan(boxes);

    /// <summary>Some query that both take, with a condition that is true for such queries; null where
    /// there is none.</summary>
    /// <param name="old">The old class.</param>
    /// <param name="new">The new class.</param>
    /// <param name="isTreatedOtherwise">It has to be treated in different ways; else to have both
    /// classes is enough.</param>
    public (Sample Sample, string Condition)? FindAny(int old, int @new, bool isTreatedOtherwise)
    {
        foreach (var target in Targets(old, @new))
        {
            if (
                Find(target, Above(old, @new)) is { } found
                && (isTreatedOtherwise ? trial.First([found]) : found) is { } sample
            )
            {
                var region = NarrowedBox.Of(target, Above(old, @new).Select(taken => taken.Box), before.Space);
                return (sample, _writer.Of(region));
            }
        }

        return null;
    }

    /// <summary>A query of an area that both take and that is treated in different ways; null where there is none.</summary>
    public Sample? FindInside(int old, int @new, PairArea area) => trial.First(SamplesInside(old, @new, area));

    /// <summary>Queries of an area that both take: one for each box that has any.</summary>
    public IEnumerable<Sample> SamplesInside(int old, int @new, PairArea area)
    {
        var covers = Above(old, @new).Concat(area.Outside.Select(box => new OwnedBox(-1, box))).ToList();
        budget.Spend(covers.Count + 1);
        return Box.Meet(area.Inside, Targets(old, @new))
            .Where(both => !area.Outside.Any(both.IsInside))
            .Select(box => Find(box, covers))
            .OfType<Sample>();
    }

    /// <summary>The queries that both take, apart by whether the old class is final.</summary>
    public IEnumerable<PairArea> Areas(int old, int @new)
    {
        var above = after.MayBeTakenAbove(@new);
        return before
            .Areas(old)
            .Select(area => area.IsFinal ? area with { Outside = [.. area.Outside, .. above] } : area);
    }

    /// <summary>True where no single class above takes all that both take.</summary>
    public bool MayMeet(int old, int @new) =>
        !before.IsAskedAbove(old, after.Conditions[@new])
        && !after.IsAskedAbove(@new, before.Conditions[old])
        && !Targets(old, @new).IsEmpty;

    private Sample? Find(Box target, IEnumerable<OwnedBox> covers)
    {
        if (budget.IsGone)
        {
            IsDecided = false;
            return null;
        }

        var (sample, _, isDecided) = _samples.Find(target, covers, WorkBudget.PerQuestion);
        IsDecided &= isDecided;
        return sample;
    }

    private IEnumerable<OwnedBox> Above(int old, int @new)
    {
        var above = before.Classes.Above(old);
        return IsOneClass(old, @new) ? above : above.Concat(after.Classes.Above(@new));
    }

    /// <summary>A policy is asked about itself.</summary>
    private bool IsOneClass(int old, int @new) => ReferenceEquals(before, after) && old == @new;

    private ImmutableArray<Box> Targets(int old, int @new)
    {
        if (!_targets.TryGetValue((old, @new), out var targets))
        {
            var own = before.Classes.Of(old).Select(owned => owned.Box);
            var boxes = (
                IsOneClass(old, @new) ? own : Box.Meet(own, [.. after.Classes.Of(@new).Select(owned => owned.Box)])
            ).ToList();
            budget.Spend(boxes.Sum(box => box.Weight));
            targets =
            [
                .. boxes.Where(box =>
                    !IsTakenAbove(before.Classes, old, box)
                    && (IsOneClass(old, @new) || !IsTakenAbove(after.Classes, @new, box))
                ),
            ];
            _targets[(old, @new)] = targets;
        }

        return targets;
    }

    /// <summary>One class above takes the whole box: by far the most common reason that nothing is left.</summary>
    private bool IsTakenAbove(ClassBoxes classes, int classIndex, Box target)
    {
        budget.Scan(classes.StartOf(classIndex));
        foreach (var (_, above) in classes.Above(classIndex).TakeWhile(_ => !budget.IsGone))
        {
            budget.Spend(above.Weight - 1);
            if (target.IsInside(above))
                return true;
        }

        return false;
    }
}

/// <summary>Queries of a pair of classes, such as those whose class is final, or still waits for a signal: rules do
/// less for those that wait.</summary>
/// <param name="IsFinal">Their class is final.</param>
/// <param name="Inside">Boxes that hold all of them.</param>
/// <param name="Outside">Boxes that hold none of them.</param>
internal sealed record PairArea(bool IsFinal, IEnumerable<Box> Inside, ImmutableArray<Box> Outside)
{
    /// <summary>Those of them that lie in some boxes too, and not in others.</summary>
    public PairArea In(IReadOnlyCollection<Box> boxes, ImmutableArray<Box> except) =>
        this with
        {
            Inside = Box.Meet(Inside, boxes),
            Outside = [.. Outside, .. except],
        };

    /// <summary>Those of them with which a rule does something.</summary>
    public PairArea In(RuleOutcome outcome) => In(outcome.Boxes, outcome.Except);
}

/// <summary>Takes from a box what the boxes above it take, as far as what is left is a box: a region is
/// told as it is.</summary>
internal static class NarrowedBox
{
    public static Box Of(Box box, IEnumerable<Box> above, AnalysisSpace space) =>
        above.Aggregate(box, (left, taken) => left.Intersects(taken) ? Without(left, taken, space) : left);

    // A box minus a box is a box where the two differ on one dimension only.
    private static Box Without(Box box, Box taken, AnalysisSpace space)
    {
        var sides = taken
            .Dimensions.Where((dimension, place) => !On(box, dimension, space).IsSubsetOf(taken.Sets[place]))
            .Take(2)
            .ToList();
        if (sides.Count != 1)
            return box;

        var side = sides[0];
        var rest = On(box, side, space).Except(taken.Sets[Array.IndexOf(taken.Dimensions, side)]);
        var sets = box
            .Dimensions.Zip(box.Sets, KeyValuePair.Create)
            .Where(pair => pair.Key != side)
            .Append(KeyValuePair.Create(side, rest));
        return Box.Of(sets.OrderBy(pair => pair.Key).ToList());
    }

    private static CellSet On(Box box, int dimension, AnalysisSpace space) =>
        box.On(dimension) ?? space.Dimensions[dimension].All;
}
