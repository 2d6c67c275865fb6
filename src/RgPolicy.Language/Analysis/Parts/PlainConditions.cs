using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>
/// Knows conditions of which no operand can be left out: each question asks another signal (or another window), and each can
/// be both true and false. Most conditions are so.
/// </summary>
internal static class PlainConditions
{
    public static bool IsPlain(Condition condition, ConditionRegions regions)
    {
        var asked = new HashSet<object>();
        return IsPlain(condition, regions, asked);
    }

    private static bool IsPlain(Condition condition, ConditionRegions regions, HashSet<object> asked) => condition switch
    {
        AndCondition and => and.Operands.All(operand => IsPlain(operand, regions, asked)),
        OrCondition or => or.Operands.All(operand => IsPlain(operand, regions, asked)),
        NotCondition not => IsPlain(not.Operand, regions, asked),
        DuringCondition => asked.Add(nameof(DuringCondition)) && IsOpen(condition, regions),
        AtomCondition atom => asked.Add(atom.Signal.Ordinal) && IsOpen(condition, regions),
        _ => false,
    };

    private static bool IsOpen(Condition question, ConditionRegions regions) =>
        regions.Boxes(question, isTrue: true) is { IsEmpty: false } && regions.Boxes(question, isTrue: false) is { IsEmpty: false };
}
