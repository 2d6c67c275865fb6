using RgPolicy.Language.Facts;

namespace RgPolicy.Cli.Lint.Rules;

/// <summary>RG8001: asks an organisation's rules about the items of a policy.</summary>
internal static class RequiredRules
{
    /// <summary>The code of what does not meet a rule.</summary>
    public const string Code = "RG8001";

    /// <summary>What does not meet the rules, in the order of the text.</summary>
    public static IEnumerable<Diagnostic> Check(
        ImmutableArray<RequiredRule> rules,
        ImmutableArray<PolicyItem> items,
        string path
    ) =>
        from item in items
        from rule in rules
        where rule.Sort == item.Sort && rule.Where?.Holds(item) != false && !rule.Must.Holds(item)
        select new Diagnostic(Code, rule.Severity, Message(rule, item), path, item.Range);

    private static string Message(RequiredRule rule, PolicyItem item)
    {
        var owner = item.Sort switch
        {
            "policy" => "this policy",
            "step" => $"a step of the rule `{item.Name}`",
            "objective" => $"the objective of `{item.Name}`",
            _ => $"the {item.Sort} `{item.Name}`",
        };
        return rule.Message.Length == 0
            ? $"{rule.Name}: {owner} does not meet this rule."
            : $"{rule.Name}: {owner} does not meet this rule. {rule.Message}";
    }
}

/// <summary>A rule of an organisation: each item of a sort that a condition picks must meet another one.</summary>
/// <param name="Name">Its name, shown as <c>ORG:NAME</c> before the message.</param>
/// <param name="Sort">What it is about: <c>policy</c>, <c>pool</c>, <c>class</c>, <c>rule</c>, <c>step</c>,
/// <c>state</c>, <c>objective</c> or <c>test</c>.</param>
/// <param name="Where">Which of them; null is all.</param>
/// <param name="Must">What each of them must meet.</param>
/// <param name="Message">What to do about it.</param>
/// <param name="Severity">How much it matters.</param>
internal sealed record RequiredRule(
    string Name,
    string Sort,
    FactQuery? Where,
    FactQuery Must,
    string Message,
    DiagnosticSeverity Severity
);
