using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>
/// Knows conditions of which no operand can be left out: each question asks another signal (or another
/// window), and each can be both true and false. Most conditions are so.
/// </summary>
internal static class PlainConditions
{
    public static bool IsPlain(Condition condition, ConditionRegions regions)
    {
        var asked = new bool[SignalCatalog.Count + 1];
        return IsPlain(condition, regions, asked);
    }

    private static bool IsPlain(Condition condition, ConditionRegions regions, bool[] asked) =>
        condition switch
        {
            AndCondition and => AllPlain(and.Operands, regions, asked),
            OrCondition or => AllPlain(or.Operands, regions, asked),
            NotCondition not => IsPlain(not.Operand, regions, asked),
            DuringCondition => IsFirst(SignalCatalog.Count, asked) && IsOpen(condition, regions),
            AtomCondition atom => IsFirst(atom.Signal.Ordinal, asked) && IsOpen(condition, regions),
            _ => false,
        };

    private static bool AllPlain(ImmutableArray<Condition> operands, ConditionRegions regions, bool[] asked)
    {
        foreach (var operand in operands)
        {
            if (!IsPlain(operand, regions, asked))
            {
                return false;
            }
        }

        return true;
    }

    private static bool IsFirst(int signal, bool[] asked)
    {
        var isFirst = !asked[signal];
        asked[signal] = true;
        return isFirst;
    }

    private static bool IsOpen(Condition question, ConditionRegions regions) =>
        regions.Boxes(question, isTrue: true) is { IsEmpty: false }
        && regions.Boxes(question, isTrue: false) is { IsEmpty: false };
}
