using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>
/// The removable parts of a plain condition. Each of its questions decides somewhere, so an element or
/// an end can be left out just when its own question stays the same.
/// </summary>
internal sealed class PlainParts(AtomCells atoms, WorkBudget budget)
{
    /// <summary>The parts in the order of the text; null where the condition is too large to decide.</summary>
    public ImmutableArray<Part>? Find(Condition condition)
    {
        var found = new List<Part>();
        Add(condition, found);
        return budget.IsSpent ? null : [.. found];
    }

    private void Add(Condition condition, List<Part> found)
    {
        switch (condition)
        {
            case NotCondition not:
                Add(not.Operand, found);
                break;
            case AndCondition and:
                AddAll(and.Operands, found);
                break;
            case OrCondition or:
                AddAll(or.Operands, found);
                break;
            case InCondition { Values.Length: > 1 and var count }:
                AddElements(condition, count, found);
                break;
            case ContainsCondition { Values.Length: > 1 and var count }:
                AddElements(condition, count, found);
                break;
            case BetweenCondition range:
                AddEnds(range, found);
                break;
        }
    }

    private void AddAll(ImmutableArray<Condition> operands, List<Part> found)
    {
        foreach (var operand in operands)
        {
            Add(operand, found);
        }
    }

    /// <summary>From the last element to the first, each that the elements left hold without it.</summary>
    private void AddElements(Condition list, int count, List<Part> found)
    {
        var cells = new ListCells(atoms.Elements(list), budget);
        var removable = new List<Part>();
        for (var place = count - 1; place >= 0 && !budget.IsSpent; place--)
        {
            if (cells.IsHeldByOthers(place))
            {
                cells.Leave(place);
                removable.Add(new Part(list, place));
            }
        }

        removable.Reverse();
        found.AddRange(removable);
    }

    private void AddEnds(BetweenCondition range, List<Part> found)
    {
        var cells = atoms.TrueCells(range);
        for (var place = 0; place < 2; place++)
        {
            if (
                ConditionParts.Without(range, new HashSet<Part> { new(range, place) }) is AtomCondition wider
                && atoms.TrueCells(wider).Equals(cells)
            )
            {
                found.Add(new Part(range, place));
            }
        }
    }
}
