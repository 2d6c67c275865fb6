using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking.Logic;

/// <summary>What a target answers to questions about itself: its DBMS, its version, its host.</summary>
internal static class TargetAnswer
{
    /// <summary>True for a question that is never true on the target, and is on others.</summary>
    public static bool IsNeverTrue(AtomCondition atom, TargetProfile target)
    {
        var all = new AndCondition([atom, .. Facts(atom, target)], "", default);
        var regions = new ConditionRegions(new AnalysisSpace([all]));
        return regions.Boxes(atom, isTrue: true) is not { IsEmpty: true }
            && regions.Boxes(all, isTrue: true) is { IsEmpty: true };
    }

    /// <summary>A profile names a version as far as it matters: 15 may be 15.4.</summary>
    private static IEnumerable<Condition> Facts(AtomCondition atom, TargetProfile target) =>
        atom.Signal.Name switch
        {
            "dbms.kind" => [Fact(atom, ComparisonOperator.Equal, Kind(atom, target))],
            "dbms.version" when target.DbmsVersion.IsDefaultOrEmpty => [],
            "dbms.version" =>
            [
                Fact(atom, ComparisonOperator.GreaterOrEqual, new VersionConstant(target.DbmsVersion)),
                Fact(
                    atom,
                    ComparisonOperator.Less,
                    new VersionConstant([.. target.DbmsVersion[..^1], target.DbmsVersion[^1] + 1])
                ),
            ],
            _ => target.FactOf(atom.Signal) is { } fact
                ? [Fact(atom, ComparisonOperator.Equal, new NumberConstant(fact))]
                : [],
        };

    private static WordConstant Kind(AtomCondition atom, TargetProfile target) =>
        new(target.DbmsKind, atom.Signal.Words.IndexOf(target.DbmsKind));

    private static ComparisonCondition Fact(AtomCondition atom, ComparisonOperator comparison, Constant value) =>
        new(atom.Signal, comparison, value, "", default);
}
