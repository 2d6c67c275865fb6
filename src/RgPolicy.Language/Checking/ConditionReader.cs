using RgPolicy.Language.Binding;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>Reads a single condition with the constants and windows of a policy.</summary>
public static class ConditionReader
{
    private const string ClassName = "asked";
    private const int LastLine = 2; // That of the parenthesis behind the condition, so that a comment does not hide it.

    /// <summary>Reads a condition. Never throws on any text.</summary>
    /// <param name="condition">The condition, in one line.</param>
    /// <param name="policyText">The text of a policy without an error.</param>
    /// <param name="policy">The same policy, bound.</param>
    /// <param name="target">The target that constants are computed for.</param>
    public static ConditionCheck Read(string condition, string policyText, Policy policy, TargetProfile target)
    {
        // The condition becomes a class of its own in front of the policy, under a name that the policy does not have.
        var name = ClassName;
        while (policy.Classes.Any(query => string.Equals(query.Name, name, StringComparison.Ordinal)))
            name += "_";

        var line = condition.ReplaceLineEndings(" ");
        var head = $"class {name} -> {policy.Classes[^1].Pool.Name} when (";
        var bag = new DiagnosticBag("condition");
        var source = SourceTexts.Of($"{head}{line}\n)\n{policyText.TrimStart('\uFEFF')}", "condition", bag);
        var tree = source is null ? null : new PolicyParsing(source, bag).Parse();
        if (source is not null && tree is not null && !bag.HasErrors && !IsOneCondition(tree))
        {
            bag.Add(
                "RG1001",
                source.Range(head.Length, head.Length + line.Length),
                "This is not one condition: each parenthesis closes what was opened in it, and no statement follows."
            );
        }

        var scope = tree is null ? null : new BindingScope(tree, target, bag);
        var bound = scope is null ? null : new PolicyBinder(scope).Bind();
        var asked = bound?.Classes.FirstOrDefault(query => string.Equals(query.Name, name, StringComparison.Ordinal));
        return bag.HasErrors || asked?.Condition is null
            ? new ConditionCheck(
                null,
                [
                    .. bag.ToSorted()
                        .Where(found => found.Range.StartLine <= LastLine)
                        .Select(found => Shift(found, head.Length, line.Length)),
                ]
            )
            : new ConditionCheck(asked.Condition, []) { NamesHost = scope is { NamesHost: true } };
    }

    // The parenthesis before the condition is closed by that on the line below it: `a) or (b` and `a)
    // let c = (5` do not pass.
    private static bool IsOneCondition(SyntaxTree tree) =>
        tree.Statements is [ClassSyntax { Condition: ConditionSyntax.Group } asked, ..]
        && tree.Range(asked).EndLine == LastLine;

    private static Diagnostic Shift(Diagnostic found, int columns, int length)
    {
        var range = found.Range;
        return found with
        {
            Range = range with
            {
                StartLine = 1,
                EndLine = 1,
                StartColumn = range.StartLine == 1 ? Math.Max(1, range.StartColumn - columns) : length + 1,
                EndColumn = range.EndLine == 1 ? Math.Max(1, range.EndColumn - columns) : length + 1,
            },
            Fixes = [],
        };
    }
}

/// <summary>What reading a single condition gave.</summary>
/// <param name="Condition">The condition, or null when it does not fit.</param>
/// <param name="Diagnostics">What is wrong with it; columns count from the condition's start.</param>
public sealed record ConditionCheck(Condition? Condition, ImmutableArray<Diagnostic> Diagnostics)
{
    /// <summary>Whether the condition or the policy names a fact of the host, so that the answer holds
    /// for the target only.</summary>
    public bool NamesHost { get; init; }
}
