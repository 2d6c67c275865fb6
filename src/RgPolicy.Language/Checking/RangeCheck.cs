using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Checking;

/// <summary>RG3001 where one look is enough: a range whose low end is above its high end makes the condition false.</summary>
internal sealed class RangeCheck(DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        foreach (var query in policy.Classes)
        {
            Report(query.Condition, $"so the class `{query.Name}` never matches");
        }

        foreach (var rule in policy.Rules)
        {
            foreach (var step in rule.Steps)
            {
                Report(step.When, $"so this step of the rule `{rule.Name}` never acts");
            }
        }

        foreach (var state in policy.States)
        {
            Report(state.When, $"so the state `{state.Name}` is never entered");
        }
    }

    private void Report(Condition? condition, string consequence)
    {
        if (condition is not null && NeverTrue(condition) is { } range)
        {
            bag.Add("RG3001", range.Range, $"`{range.Text}` can never be true, for its low end is above its high end, "
                + $"{consequence}: exchange the two ends.");
        }
    }

    /// <summary>The empty range because of which the condition is never true, or null.</summary>
    private static BetweenCondition? NeverTrue(Condition condition) => condition switch
    {
        BetweenCondition between when IsEmpty(between) => between,
        AndCondition all => all.Operands.Select(NeverTrue).FirstOrDefault(found => found is not null),
        OrCondition any when any.Operands.All(operand => NeverTrue(operand) is not null) => NeverTrue(any.Operands[0]),
        _ => null,
    };

    private static bool IsEmpty(BetweenCondition between) => (between.Low, between.High) switch
    {
        (NumberConstant low, NumberConstant high) => low.Value > high.Value,
        (VersionConstant low, VersionConstant high) => IsAbove(low, high),
        _ => false,
    };

    private static bool IsAbove(VersionConstant low, VersionConstant high)
    {
        for (var index = 0; index < Math.Max(low.Parts.Length, high.Parts.Length); index++)
        {
            var left = index < low.Parts.Length ? low.Parts[index] : 0;
            var right = index < high.Parts.Length ? high.Parts[index] : 0;
            if (left != right)
            {
                return left > right;
            }
        }

        return false;
    }
}
