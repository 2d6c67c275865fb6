using RgPolicy.Language.Conditions;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking.Logic;

/// <summary>What a target answers to questions about itself: its DBMS, its version, its host.</summary>
internal static class TargetAnswer
{
    /// <summary>
    /// True for a question that is never true on the target. A profile names a version as far as it
    /// matters: 15 may be 15.4.
    /// </summary>
    public static bool IsNeverTrue(AtomCondition atom, TargetProfile target) =>
        atom switch
        {
            ComparisonCondition comparison => !MayHold(comparison.Operator, comparison.Value, target, atom),
            InCondition within => !within.Values.Any(value => MayHold(ComparisonOperator.Equal, value, target, atom)),
            BetweenCondition between => !MayHold(ComparisonOperator.GreaterOrEqual, between.Low, target, atom)
                || !MayHold(ComparisonOperator.LessOrEqual, between.High, target, atom),
            _ => false,
        };

    private static bool MayHold(
        ComparisonOperator comparison,
        Constant constant,
        TargetProfile target,
        AtomCondition atom
    ) =>
        constant switch
        {
            WordConstant kind => (kind.Word == target.DbmsKind) == (comparison == ComparisonOperator.Equal),
            VersionConstant version => Holds(comparison, Compare(version, target))
                || IsWithin(comparison, version, target),
            NumberConstant number when target.FactOf(atom.Signal) is { } fact => Holds(
                comparison,
                ((Rational)fact).CompareTo(number.Value)
            ),
            _ => true,
        };

    // No 15.x is below 15.
    private static bool IsWithin(ComparisonOperator comparison, VersionConstant version, TargetProfile target) =>
        version.Parts.Length >= target.DbmsVersion.Length
        && version.Parts.AsSpan()[..target.DbmsVersion.Length].SequenceEqual(target.DbmsVersion.AsSpan())
        && !(comparison == ComparisonOperator.Less && version.Parts.Length == target.DbmsVersion.Length);

    /// <summary>The target's version against another one.</summary>
    private static int Compare(VersionConstant other, TargetProfile target)
    {
        for (var place = 0; place < Math.Max(other.Parts.Length, target.DbmsVersion.Length); place++)
        {
            var own = place < target.DbmsVersion.Length ? target.DbmsVersion[place] : 0;
            var order = own.CompareTo(place < other.Parts.Length ? other.Parts[place] : 0);
            if (order != 0)
            {
                return order;
            }
        }

        return 0;
    }

    private static bool Holds(ComparisonOperator comparison, int order) =>
        comparison switch
        {
            ComparisonOperator.Equal => order == 0,
            ComparisonOperator.NotEqual => order != 0,
            ComparisonOperator.Less => order < 0,
            ComparisonOperator.LessOrEqual => order <= 0,
            ComparisonOperator.Greater => order > 0,
            _ => order >= 0,
        };
}
