using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;

namespace RgPolicy.Testing.Engine;

/// <summary>
/// Classification as the language defines it: class by class in the order of the text, each condition
/// evaluated as a tree. What the index must agree with, and what it is measured against.
/// </summary>
internal static class ClassByClass
{
    public static ClassDecision Classify(PolicyProgram program, SignalValues values, Instant at)
    {
        var pending = 0UL;
        foreach (var item in program.Classes)
        {
            var verdict = item.Condition?.Evaluate(values, at) ?? Verdict.True;
            if (item.Condition is { } condition && CanStillDecide(verdict))
                pending |= condition.Pending(values, at);

            if (verdict.Value == Truth.True)
                return new ClassDecision(item.Class.Index, pending != 0, pending);
        }

        throw new InvalidOperationException("The policy has no default class.");
    }

    private static bool CanStillDecide(Verdict verdict) =>
        verdict.Value == Truth.True ? verdict.Low != Truth.True : verdict.High == Truth.True;
}
