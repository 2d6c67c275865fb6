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
    /// <summary>Each part is a look at the whole condition, so long ones are not judged.</summary>
    private const long MostWork = 1_000_000;

    private readonly CoverSearch _search = space.Search(budget);
    private readonly ConditionRegions _regions = new(space);
    private readonly AtomCells _atoms = new(space);

    /// <summary>The parts in the order of the text; null where the condition is too large to decide.</summary>
    public ImmutableArray<Part>? Find(Condition condition, Naming naming)
    {
        var parts = ConditionParts.Of(condition).ToList();
        var truths = new Dictionary<Condition, TruthSets>(ReferenceEqualityComparer.Instance);
        var isPlain = IsPlain(condition, truths);
        if (!isPlain && (long)parts.Count * parts.Count > MostWork)
            return null;

        var whole = isPlain ? default : TruthOf(condition);
        var lists = new Dictionary<Condition, ListCells>(ReferenceEqualityComparer.Instance);
        var removable = new HashSet<Part>();
        foreach (var part in parts)
        {
            budget.Begin();
            if (!naming.IsFree(part) || (removable.Count > 0 && ConditionParts.Inside(part).Any(removable.Contains)))
                continue;

            var cells = CellsOf(part.Whole, lists);
            var isHeld = cells?.IsHeldByOthers(part.Place) == true; // By other elements of its list.
            var canGo =
                isHeld || (isPlain && part.Whole is not BetweenCondition) ? isHeld
                : isPlain ? CanBeLeftOut(part.Whole, truths[part.Whole], part, removable) // An end of a range.
                : CanBeLeftOut(condition, whole, part, removable);
            if (budget.IsSpent || canGo is not { } isFree)
                return null;

            if (isFree)
            {
                removable.Add(part);
                naming.Leave(part);
                cells?.Leave(part.Place);
            }
        }

        return [.. parts.Where(removable.Contains).Reverse()];
    }

    private ListCells? CellsOf(Condition whole, Dictionary<Condition, ListCells> lists)
    {
        if (whole is not (InCondition or ContainsCondition))
            return null;

        if (!lists.TryGetValue(whole, out var cells))
            lists[whole] = cells = new ListCells(_atoms.Elements(whole), budget);

        return cells;
    }

    /// <summary>True where each question asks another signal and can be both true and false: then no operand can be left
    /// out, and an element only where others hold it. Most conditions are so.</summary>
    private bool IsPlain(Condition condition, Dictionary<Condition, TruthSets> truths)
    {
        var questions = condition
            .Walk(isNegated: true)
            .Where(part => part is AtomCondition or DuringCondition)
            .ToList();
        return questions.DistinctBy(question => (question as AtomCondition)?.Signal).Count() == questions.Count
            && questions.TrueForAll(question =>
                (truths[question] = TruthOf(question)) is { True.IsEmpty: false, False.IsEmpty: false }
            );
    }

    /// <summary>Alone, and also beside those already found: so all that are reported can go at once.</summary>
    private bool? CanBeLeftOut(Condition condition, TruthSets whole, Part part, HashSet<Part> removable)
    {
        var alone = IsSame(whole, ConditionParts.Without(condition, new HashSet<Part> { part }));
        return alone == true && removable.Count > 0
            ? IsSame(whole, ConditionParts.Without(condition, new HashSet<Part>(removable) { part }))
            : alone;
    }

    private TruthSets TruthOf(Condition condition) =>
        new(_regions.Boxes(condition, isTrue: true), _regions.Boxes(condition, isTrue: false));

    private bool? IsSame(TruthSets whole, Condition? shorter)
    {
        if (shorter is null)
            return false;

        var other = TruthOf(shorter);
        return And(AreSame(whole.True, other.True), () => AreSame(whole.False, other.False));
    }

    private bool? AreSame(ImmutableArray<Box>? left, ImmutableArray<Box>? right)
    {
        if (left is not { } one || right is not { } two)
            return null;

        if (one is [{ Dimensions.Length: <= 1 } single] && two is [{ Dimensions.Length: <= 1 } other])
            return single.Dimensions.SequenceEqual(other.Dimensions) && single.Sets.SequenceEqual(other.Sets);

        budget.Spend(one.Concat(two).Sum(box => 1 + box.Sets.Sum(set => set.Bounds.Length)));
        return And(Covers(one, two), () => Covers(two, one));
    }

    private static bool? And(bool? first, Func<bool?> second) => first == true ? second() : first;

    private bool? Covers(ImmutableArray<Box> covers, ImmutableArray<Box> covered)
    {
        var owned = covers.Select(box => new OwnedBox(0, box)).ToList();
        foreach (var box in covered)
        {
            var coverage = _search.Run(box, owned);
            if (!coverage.IsCovered)
                return coverage.IsDecided ? false : null;
        }

        return true;
    }

    /// <summary>Where a condition is true, and where it is false; null where that has too many boxes.</summary>
    private readonly record struct TruthSets(ImmutableArray<Box>? True, ImmutableArray<Box>? False);
}
