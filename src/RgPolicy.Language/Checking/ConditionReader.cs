using RgPolicy.Language.Binding;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>Reads a single condition with the constants and windows of a policy.</summary>
public static class ConditionReader
{
    private const string ClassName = "asked";

    /// <summary>Reads a condition. Never throws on any text.</summary>
    /// <param name="condition">The condition, in one line.</param>
    /// <param name="policyText">The text of a policy without an error.</param>
    /// <param name="policy">The same policy, bound.</param>
    /// <param name="target">The target that constants are computed for.</param>
    public static ConditionCheck Read(string condition, string policyText, Policy policy, TargetProfile target)
    {
        ArgumentNullException.ThrowIfNull(condition);
        ArgumentNullException.ThrowIfNull(policyText);
        ArgumentNullException.ThrowIfNull(policy);
        ArgumentNullException.ThrowIfNull(target);

        // The condition becomes a class of its own in front of the policy, under a name that the policy does not have.
        var name = ClassName;
        while (policy.Classes.Any(query => string.Equals(query.Name, name, StringComparison.Ordinal)))
        {
            name += "_";
        }

        var line = condition.ReplaceLineEndings(" ");
        var head = $"class {name} -> {policy.Classes[^1].Pool.Name} when (";
        var bag = new DiagnosticBag("condition");
        var source = SourceTexts.Of($"{head}{line})\n{policyText.TrimStart('\uFEFF')}", "condition", bag);
        var tree = source is null ? null : new PolicyParsing(source, bag).Parse();
        var bound = tree is null ? null : new PolicyBinder(new BindingScope(tree, target, bag)).Bind();
        var asked = bound?.Classes.FirstOrDefault(query => string.Equals(query.Name, name, StringComparison.Ordinal));
        var isSingle = bound?.Classes.Length == policy.Classes.Length + 1 && bound.Pools.Length == policy.Pools.Length;
        return bag.HasErrors || !isSingle || asked?.Condition is null
            ? new ConditionCheck(null, [.. bag.ToSorted().Where(found => found.Range.StartLine == 1).Select(found => Shift(found, head.Length))])
            : new ConditionCheck(asked.Condition, []);
    }

    private static Diagnostic Shift(Diagnostic found, int columns)
    {
        var range = found.Range;
        return found with
        {
            Range = range with
            {
                StartColumn = Math.Max(1, range.StartColumn - columns),
                EndColumn = range.EndLine == 1 ? Math.Max(1, range.EndColumn - columns) : range.EndColumn,
            },
            Fixes = [],
        };
    }
}
