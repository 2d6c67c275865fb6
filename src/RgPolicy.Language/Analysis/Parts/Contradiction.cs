using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>Finds out why a condition is never true: the fewest of its parts that exclude each other.</summary>
internal sealed class Contradiction(ConditionRegions regions)
{
    /// <summary>At most so many parts are looked for; more of them would tell a reader nothing.</summary>
    public const int MostNamed = 32;

    /// <summary>Parts of the condition that cannot all hold, none of which could be missing; of more
    /// than can be named the last.</summary>
    public ImmutableArray<Condition> Find(Condition condition) => Find(condition, isTrue: true);

    private ImmutableArray<Condition> Find(Condition condition, bool isTrue)
    {
        var parts = new List<(Condition Condition, bool IsTrue)>();
        Flatten(condition, isTrue, parts);
        parts = Smallest(parts);
        return parts is [var (single, wanted)] && Branches(single, ref wanted) is { IsEmpty: false } branches
            ? Find(branches[0], wanted)
            : [.. parts.Select(part => part.Condition)];
    }

    /// <summary>From the end to the start: each time the shortest beginning that excludes itself beside what is known
    /// to be needed.</summary>
    private List<(Condition Condition, bool IsTrue)> Smallest(List<(Condition Condition, bool IsTrue)> parts)
    {
        var needed = new List<(Condition Condition, bool IsTrue)>();
        var end = parts.Count;
        while (needed.Count < MostNamed && end > 0 && (needed.Count == 0 || !IsNever(needed)))
        {
            var (low, high) = (1, end);
            while (low < high)
            {
                var middle = (low + high) / 2;
                (low, high) = IsNever([.. parts.Take(middle), .. needed]) ? (low, middle) : (middle + 1, high);
            }

            end = low - 1;
            needed.Insert(0, parts[end]);
        }

        return needed;
    }

    private bool IsNever(List<(Condition Condition, bool IsTrue)> parts)
    {
        var all = new AndCondition([.. parts.Select(Wanted)], "", default);
        return regions.Boxes(all, isTrue: true) is { IsEmpty: true };
    }

    private static Condition Wanted((Condition Condition, bool IsTrue) part) =>
        part.IsTrue ? part.Condition : new NotCondition(part.Condition, "", default);

    /// <summary>What all has to hold for the condition to have the value.</summary>
    private static void Flatten(Condition condition, bool isTrue, List<(Condition Condition, bool IsTrue)> parts)
    {
        switch (condition)
        {
            case AndCondition all when isTrue:
                all.Operands.ToList().ForEach(operand => Flatten(operand, isTrue, parts));
                break;
            case OrCondition any when !isTrue:
                any.Operands.ToList().ForEach(operand => Flatten(operand, isTrue, parts));
                break;
            case NotCondition { Operand: AndCondition or OrCondition or NotCondition } negation:
                Flatten(negation.Operand, !isTrue, parts);
                break;
            default:
                parts.Add((condition, isTrue));
                break;
        }
    }

    /// <summary>The operands of which one would be enough; none for a single question.</summary>
    private static ImmutableArray<Condition> Branches(Condition condition, ref bool isTrue)
    {
        if (condition is NotCondition negation)
        {
            isTrue = !isTrue;
            return Branches(negation.Operand, ref isTrue);
        }

        return condition switch
        {
            OrCondition any when isTrue => any.Operands,
            AndCondition all when !isTrue => all.Operands,
            _ => [],
        };
    }
}
