using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>A version compared part by part; missing parts are 0.</summary>
internal sealed class VersionAtom(
    string text,
    Signal signal,
    ComparisonOperator comparison,
    ImmutableArray<long> wanted
) : AtomNode(text, signal)
{
    protected override bool Holds(in SignalValue value)
    {
        var order = Compare(value.Version, wanted);
        return comparison switch
        {
            ComparisonOperator.Equal => order == 0,
            ComparisonOperator.NotEqual => order != 0,
            ComparisonOperator.Less => order < 0,
            ComparisonOperator.LessOrEqual => order <= 0,
            ComparisonOperator.Greater => order > 0,
            _ => order >= 0,
        };
    }

    private static int Compare(ImmutableArray<long> left, ImmutableArray<long> right)
    {
        for (var part = 0; part < Math.Max(left.Length, right.Length); part++)
        {
            var order = (part < left.Length ? left[part] : 0).CompareTo(part < right.Length ? right[part] : 0);
            if (order != 0)
                return order;
        }

        return 0;
    }
}

/// <summary>How a text constant is compared.</summary>
internal static class TextComparison
{
    public static StringComparison Comparison(this TextConstant constant) =>
        constant.Exactly ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase;
}
