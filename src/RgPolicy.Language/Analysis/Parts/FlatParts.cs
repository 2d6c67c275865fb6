using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>
/// The removable operands of a chain of questions of which each asks about one dimension alone, however
/// long it is: an operand can go just when the others of its dimension take all that it takes, where
/// the chain decides and where it is known.
/// </summary>
internal sealed class FlatParts(AnalysisSpace space, ConditionRegions regions, WorkBudget budget)
{
    private const int CellsPerStep = 16;

    /// <summary>False for what is no such chain; null parts where it is too long to decide.</summary>
    public bool TryFind(Condition condition, out ImmutableArray<Part>? parts)
    {
        parts = null;
        var chain = Strip(condition);
        var (operands, isDecidedBy) = chain switch
        {
            AndCondition and => (and.Operands, false),
            OrCondition or => (or.Operands, true),
            _ => (ImmutableArray<Condition>.Empty, true),
        };
        if (
            operands.IsEmpty
            || !operands.All(IsQuestion)
            || regions.Boxes(chain, !isDecidedBy) is not { IsEmpty: false }
        )
        {
            return false;
        }

        var links = operands.Select((operand, place) => Link(operand, place, isDecidedBy)).ToList();
        if (!links.TrueForAll(link => link is not null))
        {
            return false;
        }

        budget.Begin();
        parts = Find(chain, [.. links.OfType<(int Place, int Dimension, CellSet Decides, CellSet Keeps)>()]);
        return true;
    }

    private static Condition Strip(Condition condition) =>
        condition is NotCondition not ? Strip(not.Operand) : condition;

    /// <summary>A question without parts of its own.</summary>
    private static bool IsQuestion(Condition operand) =>
        Strip(operand)
            is not (
                AndCondition
                or OrCondition
                or BetweenCondition
                or InCondition { Values.Length: > 1 }
                or ContainsCondition { Values.Length: > 1 }
            );

    /// <summary>Where the operand decides the chain, and where it keeps it from being decided the other way.</summary>
    private (int Place, int Dimension, CellSet Decides, CellSet Keeps)? Link(
        Condition operand,
        int place,
        bool isDecidedBy
    )
    {
        if (
            regions.Boxes(operand, isDecidedBy) is not [{ Dimensions: [var dimension] } decides]
            || regions.Boxes(operand, !isDecidedBy) is not [{ Dimensions: [var same] } leaves]
            || same != dimension
        )
        {
            return null;
        }

        return (place, dimension, decides.Sets[0], space.Dimensions[dimension].All.Except(leaves.Sets[0]));
    }

    private ImmutableArray<Part>? Find(
        Condition chain,
        List<(int Place, int Dimension, CellSet Decides, CellSet Keeps)> links
    )
    {
        var removable = new List<Part>();
        foreach (var group in links.GroupBy(link => link.Dimension))
        {
            var (deciders, keepers) = (
                new Holders(space.Dimensions[group.Key].All.End),
                new Holders(space.Dimensions[group.Key].All.End)
            );
            foreach (var link in group)
            {
                Step(link.Decides, link.Keeps);
                if (budget.IsSpent)
                {
                    return null;
                }

                deciders.Add(link.Decides, 1);
                keepers.Add(link.Keeps, 1);
            }

            foreach (var link in group.Reverse())
            {
                if (deciders.AreHeldTwice(link.Decides) && keepers.AreHeldTwice(link.Keeps))
                {
                    deciders.Add(link.Decides, -1);
                    keepers.Add(link.Keeps, -1);
                    removable.Add(new Part(chain, link.Place));
                }
            }
        }

        return [.. removable.OrderBy(part => part.Place)];
    }

    private void Step(CellSet decides, CellSet keeps) =>
        budget.Spend(((decides.Count + keeps.Count) / CellsPerStep) + 1);
}
