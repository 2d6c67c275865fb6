using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking.Logic;

/// <summary>
/// RG3016 and RG3018: a question that has one answer whatever the signal's value, and a pattern with the wildcards of files.
/// </summary>
internal sealed class AnswerCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        var whole = policy.Classes.Select(query => query.Condition).OfType<LikeCondition>().ToHashSet(ReferenceEqualityComparer.Instance);
        foreach (var atom in Conditions(policy).SelectMany(Atoms))
        {
            switch (atom)
            {
                case LikeCondition like:
                    CheckPattern(like, isWhole: whole.Contains(like));
                    break;
                case ComparisonCondition { Signal.Name: "dbms.kind" } or InCondition { Signal.Name: "dbms.kind" }
                    or ComparisonCondition { Signal.Name: "dbms.version" } or BetweenCondition { Signal.Name: "dbms.version" }:
                    CheckTarget(atom);
                    break;
            }
        }
    }

    private static IEnumerable<Condition> Conditions(Policy policy) =>
        policy.Classes.Select(query => query.Condition)
            .Concat(policy.Rules.SelectMany(rule => rule.Steps.Select(step => (Condition?)step.When).Append(rule.Unless)))
            .Concat(policy.States.SelectMany(state => new[] { state.When, state.Until })).OfType<Condition>();

    private static IEnumerable<AtomCondition> Atoms(Condition condition) => condition switch
    {
        AndCondition and => and.Operands.SelectMany(Atoms),
        OrCondition or => or.Operands.SelectMany(Atoms),
        NotCondition not => Atoms(not.Operand),
        AtomCondition atom => [atom],
        _ => [],
    };

    // Of a whole class RG3005 says it, of a part that can be left out RG3006.
    private void CheckPattern(LikeCondition like, bool isWhole)
    {
        var pattern = like.Pattern.Value;
        if (!isWhole && like.FitsEveryText && !bag.Found.Any(found => found.Code == "RG3006" && found.Range.Contains(like.Range)))
        {
            Report(like, DiagnosticSeverity.Warning, true, "the pattern fits every text");
        }

        if (pattern.AsSpan().IndexOfAny("*?") >= 0 && pattern.AsSpan().IndexOfAny("%_") < 0)
        {
            var meant = pattern.Replace('*', '%').Replace('?', '_');
            var text = like.Text.Replace(pattern, meant, StringComparison.Ordinal);
            bag.Add("RG3018", like.Range, $"`{like.Text}`: `*` and `?` stand for themselves in a pattern; `%` is any text and `_` one character.",
                text == like.Text || like.Range.StartLine != like.Range.EndLine ? null : new Fix($"Write `{text}`", false, [new TextEdit(like.Range, text)]));
        }
    }

    // Only where a target is named: a policy for several servers asks such questions on purpose.
    private void CheckTarget(AtomCondition atom)
    {
        if (target.IsAssumed)
        {
            return;
        }

        bool? answer = atom switch
        {
            ComparisonCondition { Value: WordConstant kind, Operator: ComparisonOperator.Equal } => kind.Word == target.DbmsKind,
            ComparisonCondition { Value: WordConstant kind, Operator: ComparisonOperator.NotEqual } => kind.Word != target.DbmsKind,
            InCondition kinds => kinds.Values.OfType<WordConstant>().Any(kind => kind.Word == target.DbmsKind),
            ComparisonCondition { Value: VersionConstant version } comparison => Holds(comparison.Operator, Compare(version)),
            BetweenCondition { Low: VersionConstant low, High: VersionConstant high } => Compare(low) >= 0 && Compare(high) <= 0,
            _ => null,
        };
        // A profile names a version as far as it matters: 15 may be 15.4.
        var isVersion = atom.Signal.Name == "dbms.version";
        if (answer is false && !(isVersion && IsWithinTarget(atom)))
        {
            Report(atom, DiagnosticSeverity.Info, false, $"the target `{target.Name}` is {target.DbmsKind} {string.Join('.', target.DbmsVersion)}");
        }
    }

    private bool IsWithinTarget(AtomCondition atom) => atom switch
    {
        // No 15.x is below 15.
        ComparisonCondition { Value: VersionConstant version, Operator: ComparisonOperator.Less } when version.Parts.Length == target.DbmsVersion.Length => false,
        ComparisonCondition { Value: VersionConstant version } => Begins(version),
        BetweenCondition { Low: VersionConstant low, High: VersionConstant high } => Begins(low) || Begins(high),
        _ => false,
    };

    private bool Begins(VersionConstant version) => version.Parts.Length >= target.DbmsVersion.Length
        && version.Parts.AsSpan()[..target.DbmsVersion.Length].SequenceEqual(target.DbmsVersion.AsSpan());

    /// <summary>The target's version against another one.</summary>
    private int Compare(VersionConstant other)
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

    private static bool Holds(ComparisonOperator comparison, int order) => comparison switch
    {
        ComparisonOperator.Equal => order == 0,
        ComparisonOperator.NotEqual => order != 0,
        ComparisonOperator.Less => order < 0,
        ComparisonOperator.LessOrEqual => order <= 0,
        ComparisonOperator.Greater => order > 0,
        _ => order >= 0,
    };

    private void Report(AtomCondition atom, DiagnosticSeverity severity, bool answer, string why) =>
        bag.Add(severity, "RG3016", atom.Range, $"`{atom.Text}` is {(answer ? "always" : "never")} true: {why}.");
}
