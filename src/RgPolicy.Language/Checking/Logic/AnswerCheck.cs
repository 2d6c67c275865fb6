using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Analysis.Reports;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking.Logic;

/// <summary>
/// RG3016, RG3018 and RG3019: a question that has one answer whatever the signal's value, a pattern
/// with the wildcards of files, and one whose <c>_</c> is a wildcard in an account's name.
/// </summary>
internal sealed class AnswerCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        var whole = policy
            .Classes.Select(query => query.Condition)
            .OfType<LikeCondition>()
            .ToHashSet(ReferenceEqualityComparer.Instance);
        foreach (var atom in AskedConditions.Of(policy).SelectMany(condition => condition.Atoms()))
        {
            switch (atom)
            {
                case LikeCondition like:
                    CheckPattern(like, isWhole: whole.Contains(like));
                    break;

                // Only where a target is named: a policy for several servers asks such questions on purpose.
                case { Signal.IsTargetConstant: true } when !target.IsAssumed && TargetAnswer.IsNeverTrue(atom, target):
                    Report(atom, DiagnosticSeverity.Info, false, Why(atom));
                    break;
            }
        }
    }

    // Of a whole class RG3005 or RG3001 says it, of a part that can be left out RG3006.
    private void CheckPattern(LikeCondition like, bool isWhole)
    {
        if (
            !isWhole
            && like.Pattern.FitsEveryText
            && !bag.Found.Any(found => found.Code is "RG3001" or "RG3006" && found.Range.Contains(like.Range))
        )
            Report(like, DiagnosticSeverity.Warning, true, "the pattern fits every text");

        if (
            like.Pattern is { HasWildcards: false, NeedsEscape: false } pattern
            && pattern.Units.AsSpan().IndexOfAny("*?") >= 0
        )
        {
            bag.Add(
                "RG3018",
                like.Range,
                $"`{like.Text}`: `*` and `?` stand for themselves in a pattern; `%` is any text and `_` one character.",
                Instead(like, pattern.Units.Replace('*', TextPattern.Many).Replace('?', TextPattern.One))
            );
        }

        // An author who writes one escape knows what the other wildcards are.
        if (
            like is { Signal.Name: "session.login", Pattern: { NeedsEscape: false, Units: var units } }
            && units.Contains('\\', StringComparison.Ordinal)
            && units.Contains(TextPattern.One, StringComparison.Ordinal)
        )
        {
            var meant = units.Replace(TextPattern.One, '_');
            bag.Add(
                "RG3019",
                like.Range,
                $"`{like.Text}`: `_` is any one character here. For the character itself write "
                    + $"`like {TextPattern.OfUnits(meant, like.Pattern.Exactly).ToPolicyText()}`.",
                Instead(like, meant)
            );
        }
    }

    private static Fix? Instead(LikeCondition like, string units)
    {
        var text = TextPattern.OfUnits(units, like.Pattern.Exactly).ToPolicyText();
        return like.PatternRange is { } range ? new Fix($"Write `{text}`", false, [new TextEdit(range, text)]) : null;
    }

    private string Why(AtomCondition atom) =>
        target.FactOf(atom.Signal) is { } fact
            ? $"it is {AmountText.Of(fact, atom.Signal.Type)} on the target `{target.Name}`"
            : $"the target `{target.Name}` is {target.DbmsKind} {string.Join('.', target.DbmsVersion)}";

    private void Report(AtomCondition atom, DiagnosticSeverity severity, bool answer, string why) =>
        bag.Add(severity, "RG3016", atom.Range, $"`{atom.Text}` is {(answer ? "always" : "never")} true: {why}.");
}
