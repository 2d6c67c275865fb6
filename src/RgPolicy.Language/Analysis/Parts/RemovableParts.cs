using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>
/// Finds the parts of a condition that can be left out with true, false and unknown all unchanged: the
/// smallest such parts, and of two equal ones the later.
/// </summary>
internal sealed class RemovableParts(AnalysisSpace space, WorkBudget budget)
{
    /// <summary>Each part is a look at the whole condition, so long ones that are no plain chain are
    /// not judged.</summary>
    private const long MostWork = 1_000_000;

    private readonly CoverSearch _search = new(space.Dimensions.Count, budget);
    private readonly ConditionRegions _regions = new(space);
    private readonly AtomCells _atoms = new(space);

    /// <summary>The parts in the order of the text; null where the condition is too large to decide.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="naming">What the condition names; a part that alone names one of them stays.</param>
    public ImmutableArray<Part>? Find(Condition condition, Naming naming)
    {
        var parts = Find(condition);
        if (parts is not { } found || naming.AreFree(found))
        {
            return parts;
        }

        // What has to stay may let another part go.
        return IsTooLarge(condition) ? [.. found.Where(naming.IsFree)] : FindOneByOne(condition, naming);
    }

    private ImmutableArray<Part>? Find(Condition condition)
    {
        if (PlainConditions.IsPlain(condition, _regions))
        {
            budget.Begin();
            return new PlainParts(_atoms, budget).Find(condition);
        }

        if (new FlatParts(space, _regions, budget).TryFind(condition, out var flat))
        {
            return flat;
        }

        return IsTooLarge(condition) ? null : FindOneByOne(condition, Naming.None);
    }

    private static bool IsTooLarge(Condition condition)
    {
        var parts = ConditionParts.Of(condition).Count();
        return (long)parts * parts > MostWork;
    }

    private ImmutableArray<Part>? FindOneByOne(Condition condition, Naming naming)
    {
        var lists = new Dictionary<Condition, ListCells>(ReferenceEqualityComparer.Instance);
        var removable = new HashSet<Part>();
        foreach (var part in ConditionParts.Of(condition))
        {
            budget.Begin();
            var mayGo = naming.IsFree(part) && !ConditionParts.Inside(part).Any(removable.Contains);
            var cells = mayGo ? CellsOf(part.Whole, lists) : null;
            switch (mayGo ? CanBeLeftOut(condition, part, removable, cells) : false)
            {
                case true:
                    removable.Add(part);
                    naming.Leave(part);
                    cells?.Leave(part.Place);
                    break;
                case null:
                    return null;
            }
        }

        return [.. ConditionParts.Of(condition).Where(removable.Contains).Reverse()];
    }

    private ListCells? CellsOf(Condition whole, Dictionary<Condition, ListCells> lists)
    {
        if (whole is not (InCondition or ContainsCondition))
        {
            return null;
        }

        if (!lists.TryGetValue(whole, out var cells))
        {
            lists[whole] = cells = new ListCells(_atoms.Elements(whole), budget);
        }

        return cells;
    }

    /// <summary>An element that others hold can go without a look at the condition.</summary>
    private bool? CanBeLeftOut(Condition condition, Part part, HashSet<Part> removable, ListCells? cells) =>
        budget.IsSpent ? null
        : cells?.IsHeldByOthers(part.Place) == true ? true
        : CanBeLeftOut(condition, part, removable);

    /// <summary>Alone, and also beside those already found: so all that are reported can go at once.</summary>
    private bool? CanBeLeftOut(Condition condition, Part part, HashSet<Part> removable)
    {
        var alone = IsSame(condition, ConditionParts.Without(condition, new HashSet<Part> { part }));
        return alone == true && removable.Count > 0
            ? IsSame(condition, ConditionParts.Without(condition, new HashSet<Part>(removable) { part }))
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

        budget.Spend(Size(left) + Size(right));
        return Covers(left, right) switch
        {
            true => Covers(right, left),
            var different => different,
        };
    }

    private static int Size(ImmutableArray<Box> boxes)
    {
        var size = 1;
        foreach (var box in boxes)
        {
            foreach (var set in box.Sets)
            {
                size += set.Bounds.Length;
            }
        }

        return size;
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
