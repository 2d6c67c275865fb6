using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Logic;

/// <summary>
/// Where a condition is true and where it is false, as unions of boxes: Kleene's <c>and</c> is true
/// where all operands are, and false where one is; <c>not</c> exchanges the two.
/// </summary>
internal sealed class ConditionRegions(AnalysisSpace space, Reading reading = Reading.Now)
{
    /// <summary>The most boxes of one condition; more make it undecided.</summary>
    public const int MostBoxes = 4096;

    private const int MostCompared = 128;

    private readonly AtomCells _atoms = new(space, reading);

    /// <summary>The boxes on which the condition has this value, or null where there are too many.</summary>
    public ImmutableArray<Box>? Boxes(Condition condition, bool isTrue) =>
        condition switch
        {
            NotCondition not => Boxes(not.Operand, !isTrue),
            AndCondition and => isTrue ? All(and.Operands, isTrue) : Any(and.Operands, isTrue),
            OrCondition or => isTrue ? Any(or.Operands, isTrue) : All(or.Operands, isTrue),
            _ => _atoms.Boxes(condition, isTrue),
        };

    private ImmutableArray<Box>? Any(ImmutableArray<Condition> operands, bool isTrue)
    {
        var boxes = new List<Box>();
        var slabs = new SortedDictionary<int, List<CellSet>>();
        foreach (var operand in operands)
        {
            if (Boxes(operand, isTrue) is not { } some || boxes.Count + some.Length > MostBoxes)
                return null;

            foreach (var box in some)
                Sort(box, slabs, boxes);
        }

        boxes.InsertRange(0, slabs.SelectMany(slab => Slab(slab.Key, CellSet.Union(slab.Value))));
        return boxes.Count > MostBoxes ? null : Absorb(boxes);
    }

    /// <summary>What narrows one dimension alone joins its like, so that a long chain of questions
    /// costs as much as it is long.</summary>
    private static void Sort(Box box, SortedDictionary<int, List<CellSet>> slabs, List<Box> others)
    {
        if (box.Dimensions is not [var dimension])
            others.Add(box);
        else if (slabs.TryGetValue(dimension, out var sets))
            sets.Add(box.Sets[0]);
        else
            slabs[dimension] = [box.Sets[0]];
    }

    private IEnumerable<Box> Slab(int dimension, CellSet cells) =>
        cells.Equals(space.Dimensions[dimension].All) ? [Box.Everything]
        : cells.IsEmpty ? []
        : [Box.Of(dimension, cells)];

    /// <summary>What is one box narrows the others first, so that fewer boxes are left to multiply.</summary>
    private ImmutableArray<Box>? All(ImmutableArray<Condition> operands, bool isTrue)
    {
        var unions = operands.Select(operand => Boxes(operand, isTrue)).ToList();
        if (unions.Contains(null))
            return null;

        ImmutableArray<Box> boxes = [Box.Everything];
        foreach (var some in unions.OfType<ImmutableArray<Box>>().OrderBy(some => some.Length))
        {
            if ((long)boxes.Length * some.Length > MostBoxes)
                return null;

            boxes = Absorb([.. Box.Meet(boxes, some)]);
        }

        return boxes;
    }

    /// <summary>Leaves out boxes inside others; the same union.</summary>
    private static ImmutableArray<Box> Absorb(List<Box> boxes)
    {
        if (boxes.Count is < 2 or > MostCompared)
            return [.. boxes];

        var kept = ImmutableArray.CreateBuilder<Box>();
        for (var index = 0; index < boxes.Count; index++)
        {
            var isInside = false;
            for (var other = 0; other < boxes.Count && !isInside; other++)
            {
                // Of two equal ones the first stays.
                isInside =
                    other != index
                    && boxes[index].IsInside(boxes[other])
                    && (other < index || !boxes[other].IsInside(boxes[index]));
            }

            if (!isInside)
                kept.Add(boxes[index]);
        }

        return kept.ToImmutable();
    }
}
