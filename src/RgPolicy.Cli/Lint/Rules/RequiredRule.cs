using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint.Rules;

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
