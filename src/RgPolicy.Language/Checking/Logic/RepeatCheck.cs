using RgPolicy.Language.Binding;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Checking.Logic;

/// <summary>RG3017: a class or a pool named twice, two goals of one percentile for a class, and a class
/// that yields to itself.</summary>
internal sealed class RepeatCheck(BindingScope scope)
{
    public void Run(Policy policy)
    {
        foreach (var rule in scope.Tree.Statements.OfType<RuleSyntax>())
            CheckNames(rule.Classes, "class", "the rule");

        foreach (var objective in scope.Tree.Statements.OfType<ObjectiveSyntax>())
            CheckNames(objective.Yields, "pool", "the objective");

        CheckYields(policy);
        CheckGoals(policy);
    }

    private void CheckNames(IReadOnlyList<NameSyntax> names, string sort, string owner)
    {
        for (var index = 1; index < names.Count; index++)
        {
            var name = names[index];
            if (names.Take(index).FirstOrDefault(other => other.Text == name.Text) is { } first)
            {
                var comma = new TextEdit(scope.Tree.Source.Range(names[index - 1].End, name.End), "");
                scope.Bag.Add(
                    "RG3017",
                    scope.Range(name),
                    $"The {sort} `{name.Text}` is named twice: leave it out here.",
                    new Fix($"Remove `{name.Text}`", true, [comma]),
                    scope.Bag.At(scope.Range(first), $"{owner} has it here.")
                );
            }
        }
    }

    private void CheckYields(Policy policy)
    {
        var syntaxes = scope.Tree.Statements.OfType<ObjectiveSyntax>().ToList();
        foreach (var objective in policy.Objectives)
        {
            var own = syntaxes
                .Find(syntax => scope.Range(syntax) == objective.Range)
                ?.Yields.FirstOrDefault(name => name.Text == objective.Class.Pool.Name);
            if (own is not null)
            {
                scope.Report(
                    "RG3017",
                    own,
                    $"The class `{objective.Class.Name}` yields to itself: its queries are in the pool `{own.Text}`, "
                        + "which gives way while its goal is missed."
                );
            }
        }
    }

    private void CheckGoals(Policy policy)
    {
        foreach (var goals in policy.Objectives.GroupBy(objective => (objective.Class.Index, objective.Percentile)))
        {
            foreach (var goal in goals.Skip(1))
            {
                scope.Bag.Add(
                    "RG3017",
                    goal.Range,
                    $"The class `{goal.Class.Name}` has a goal for this percentile already: keep one.",
                    related: scope.Bag.At(goals.First().Range, "The first one.")
                );
            }
        }
    }
}
