using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking.Logic;

/// <summary>
/// RG3016, RG3018 and RG3019: a question that has one answer whatever the signal's value, a pattern with the wildcards of files, and one
/// whose <c>_</c> is a wildcard in an account's name.
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
        if (!isWhole && like.Pattern.FitsEveryText && !bag.Found.Any(found => found.Code == "RG3006" && found.Range.Contains(like.Range)))
        {
            Report(like, DiagnosticSeverity.Warning, true, "the pattern fits every text");
        }

        if (like.Pattern is { HasWildcards: false, NeedsEscape: false } pattern && pattern.Units.AsSpan().IndexOfAny("*?") >= 0)
        {
            bag.Add("RG3018", like.Range, $"`{like.Text}`: `*` and `?` stand for themselves in a pattern; `%` is any text and `_` one character.",
                Instead(like, pattern.Units.Replace('*', TextPattern.Many).Replace('?', TextPattern.One)));
        }

        // Who writes an escape knows what the others are.
        if (like is { Signal.Name: "session.login", Pattern: { NeedsEscape: false, Units: var units } } && units.Contains('\\', StringComparison.Ordinal)
            && units.Contains(TextPattern.One, StringComparison.Ordinal))
        {
            var meant = units.Replace(TextPattern.One, '_');
            bag.Add("RG3019", like.Range, $"`{like.Text}`: `_` is any one character here. For the character itself write "
                + $"`like {TextPattern.OfUnits(meant, like.Pattern.Exactly).ToPolicyText()}`.", Instead(like, meant));
        }
    }

    private static Fix? Instead(LikeCondition like, string units)
    {
        var text = TextPattern.OfUnits(units, like.Pattern.Exactly).ToPolicyText();
        return like.PatternRange is { } range ? new Fix($"Write `{text}`", false, [new TextEdit(range, text)]) : null;
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
