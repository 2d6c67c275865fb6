using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>
/// Finds the parts of a condition that can be left out with true, false and unknown all unchanged: the smallest such parts,
/// and of two equal ones the later.
/// </summary>
internal sealed class RemovableParts(AnalysisSpace space, WorkBudget budget)
{
    private readonly CoverSearch _search = new(space.Dimensions.Count, budget);
    private readonly ConditionRegions _regions = new(space);

    /// <summary>The parts in the order of the text; null where the condition is too large to decide.</summary>
    public ImmutableArray<Part>? Find(Condition condition)
    {
        var candidates = PlainConditions.IsPlain(condition, _regions)
            ? ConditionParts.Of(condition).Where(part => part.Whole is not (AndCondition or OrCondition)).ToList()
            : ConditionParts.Of(condition).ToList();
        var removable = new List<Part>();
        foreach (var part in candidates)
        {
            var isSmallest = !ConditionParts.Inside(part).Any(removable.Contains);
            if (!isSmallest)
            {
                continue;
            }

            budget.Begin();
            switch (CanBeLeftOut(condition, part, removable))
            {
                case true:
                    removable.Add(part);
                    break;
                case null:
                    return null;
            }
        }

        removable.Reverse();
        return [.. removable];
    }

    /// <summary>Alone, and also beside those already found: so all that are reported can go at once.</summary>
    private bool? CanBeLeftOut(Condition condition, Part part, List<Part> removable)
    {
        var alone = IsSame(condition, ConditionParts.Without(condition, [part]));
        return alone == true && removable.Count > 0
            ? IsSame(condition, ConditionParts.Without(condition, [.. removable, part]))
            : alone;
    }

    private bool? IsSame(Condition condition, Condition? shorter)
    {
        if (shorter is null)
        {
            return false;
        }

        return IsSame(condition, shorter, isTrue: true) switch
        {
            true => IsSame(condition, shorter, isTrue: false),
            var different => different,
        };
    }

    private bool? IsSame(Condition condition, Condition shorter, bool isTrue)
    {
        if (_regions.Boxes(condition, isTrue) is not { } left || _regions.Boxes(shorter, isTrue) is not { } right)
        {
            return null;
        }

        return Covers(left, right) switch
        {
            true => Covers(right, left),
            var different => different,
        };
    }

    private bool? Covers(ImmutableArray<Box> covers, ImmutableArray<Box> covered)
    {
        var owned = covers.Select(box => new OwnedBox(0, box)).ToList();
        foreach (var box in covered)
        {
            var coverage = _search.Run(box, owned, dimension => space.Dimensions[dimension].All);
            if (!coverage.IsCovered)
            {
                return coverage.IsDecided ? false : null;
            }
        }

        return true;
    }
}
