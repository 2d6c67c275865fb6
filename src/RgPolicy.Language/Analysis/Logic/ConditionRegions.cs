using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Logic;

/// <summary>
/// Where a condition is true and where it is false, as unions of boxes: Kleene's <c>and</c> is true where all operands are,
/// and false where one is; <c>not</c> exchanges the two.
/// </summary>
internal sealed class ConditionRegions(AnalysisSpace space)
{
    /// <summary>The most boxes of one condition; more make it undecided.</summary>
    public const int MostBoxes = 4096;

    private const int MostCompared = 128;

    private readonly AtomCells _atoms = new(space);

    /// <summary>The boxes on which the condition has this value, or null where there are too many.</summary>
    public ImmutableArray<Box>? Boxes(Condition condition, bool isTrue) => condition switch
    {
        NotCondition not => Boxes(not.Operand, !isTrue),
        AndCondition and => isTrue ? All(and.Operands, isTrue) : Any(and.Operands, isTrue),
        OrCondition or => isTrue ? Any(or.Operands, isTrue) : All(or.Operands, isTrue),
        _ => _atoms.Boxes(condition, isTrue),
    };

    private ImmutableArray<Box>? Any(ImmutableArray<Condition> operands, bool isTrue)
    {
        var boxes = new List<Box>();
        foreach (var operand in operands)
        {
            if (Boxes(operand, isTrue) is not { } some || boxes.Count + some.Length > MostBoxes)
            {
                return null;
            }

            boxes.AddRange(some);
        }

        return Absorb(boxes);
    }

    private ImmutableArray<Box>? All(ImmutableArray<Condition> operands, bool isTrue)
    {
        ImmutableArray<Box> boxes = [Box.Everything];
        foreach (var operand in operands)
        {
            if (Boxes(operand, isTrue) is not { } some || (long)boxes.Length * some.Length > MostBoxes)
            {
                return null;
            }

            var product = from left in boxes from right in some select left.Intersect(right);
            boxes = Absorb([.. product.OfType<Box>()]);
        }

        return boxes;
    }

    /// <summary>Leaves out boxes inside others; the same union.</summary>
    private static ImmutableArray<Box> Absorb(List<Box> boxes)
    {
        if (boxes.Count is < 2 or > MostCompared)
        {
            return [.. boxes];
        }

        var kept = ImmutableArray.CreateBuilder<Box>();
        for (var index = 0; index < boxes.Count; index++)
        {
            var isInside = false;
            for (var other = 0; other < boxes.Count && !isInside; other++)
            {
                // Of two equal ones the first stays.
                isInside = other != index && boxes[index].IsInside(boxes[other])
                    && (other < index || !boxes[other].IsInside(boxes[index]));
            }

            if (!isInside)
            {
                kept.Add(boxes[index]);
            }
        }

        return kept.ToImmutable();
    }
}
