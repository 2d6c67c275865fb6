using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Explain;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Testing;

/// <summary>Every part of a policy that tests can touch, and whether one does.</summary>
internal static class CoveredParts
{
    public static IEnumerable<(UntouchedPart Part, bool IsCovered)> Classes(
        Policy policy,
        IEnumerable<PolicyTestResult> results
    )
    {
        var reached = Sights(results)
            .Where(sight => sight.IsOfClass)
            .Select(sight => sight.Decision.ClassIndex)
            .ToHashSet();
        return policy.Classes.Select(item =>
            (
                new UntouchedPart(
                    "class",
                    item.Name,
                    policy.Path,
                    item.Range.StartLine,
                    $"class `{item.Name}`: no test comes out with it"
                ),
                reached.Contains(item.Index)
            )
        );
    }

    public static IEnumerable<(UntouchedPart Part, bool IsCovered)> Branches(
        Policy policy,
        IEnumerable<PolicyTestResult> results
    )
    {
        var tried = Sights(results)
            .Where(sight => sight.IsOfClass)
            .SelectMany(sight => sight.Trace.Tried)
            .ToLookup(each => each.Class, StringComparer.Ordinal);
        return from item in policy.Classes
            let answered = Answers(tried[item.Name])
            from question in Questions(item.Condition).Select((atom, place) => (Atom: atom, Place: place))
            from answer in new[] { Truth.True, Truth.False }
            select (
                new UntouchedPart(
                    "branch",
                    item.Name,
                    policy.Path,
                    item.Range.StartLine,
                    $"class `{item.Name}`: `{question.Atom.Text}` is never {(answer == Truth.True ? "true" : "false")}"
                ),
                answered.Contains((question.Place, answer))
            );
    }

    public static IEnumerable<(UntouchedPart Part, bool IsCovered)> Steps(
        Policy policy,
        IEnumerable<PolicyTestResult> results
    )
    {
        var sights = Sights(results).ToList();
        foreach (var (rule, index) in policy.Rules.Select((rule, index) => (rule, index)))
        {
            var told = sights.Where(sight => sight.IsOfRule(rule.Name)).Select(sight => sight.Rules[index]).ToList();
            foreach (var (step, place) in rule.Steps.Select((step, place) => (step, place)))
            {
                yield return (
                    new UntouchedPart(
                        "step",
                        rule.Name,
                        policy.Path,
                        step.Range.StartLine,
                        $"rule `{rule.Name}`: step {place + 1}, `when {step.When.Text}`"
                    ),
                    told.Exists(sight => sight.Step == place)
                );
            }

            if (rule.Unless is { } unless)
            {
                yield return (
                    new UntouchedPart(
                        "unless",
                        rule.Name,
                        policy.Path,
                        unless.Range.StartLine,
                        $"rule `{rule.Name}`: `unless {unless.Text}` never holds back a step"
                    ),
                    told.Exists(sight => sight.IsSuspended)
                );
            }
        }
    }

    public static IEnumerable<(UntouchedPart Part, bool IsCovered)> States(
        Policy policy,
        IReadOnlyCollection<PolicyTestResult> results
    )
    {
        foreach (var state in policy.States)
        {
            var entered = results.Any(result =>
                result.Sights.Any(sight => IsActive(sight, state) && sight.ExpectsState(state.Name))
            );
            var left = results.Any(result =>
                result
                    .Sights.SkipWhile(sight => !IsActive(sight, state))
                    .Any(sight => !IsActive(sight, state) && sight.ExpectsNoState(state.Name))
            );
            yield return (
                new UntouchedPart(
                    "state",
                    state.Name,
                    policy.Path,
                    state.Range.StartLine,
                    $"state `{state.Name}` is never expected"
                ),
                entered
            );
            yield return (
                new UntouchedPart(
                    "state",
                    state.Name,
                    policy.Path,
                    state.Range.StartLine,
                    $"state `{state.Name}` is never left"
                ),
                left
            );
        }
    }

    private static bool IsActive(MomentResult sight, State state) =>
        sight.States.Contains(state.Name, StringComparer.Ordinal);

    private static IEnumerable<MomentResult> Sights(IEnumerable<PolicyTestResult> results) =>
        results.SelectMany(result => result.Sights);

    private static HashSet<(int Place, Truth Answer)> Answers(IEnumerable<TriedClass> tried) =>
        [.. tried.SelectMany(each => each.Atoms.Select((atom, place) => (place, atom.Result)))];

    private static IEnumerable<Condition> Questions(Condition? condition) =>
        condition switch
        {
            null => [],
            AndCondition all => all.Operands.SelectMany(Questions),
            OrCondition any => any.Operands.SelectMany(Questions),
            NotCondition not => Questions(not.Operand),
            _ => [condition],
        };
}

/// <summary>A part of a policy that no test touches.</summary>
/// <param name="Kind"><c>class</c>, <c>branch</c>, <c>step</c>, <c>unless</c> or <c>state</c>.</param>
/// <param name="Name">The class, rule or state that it belongs to.</param>
/// <param name="Path">The policy.</param>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Text">What is missing, for people.</param>
internal sealed record UntouchedPart(string Kind, string Name, string Path, int Line, string Text);
