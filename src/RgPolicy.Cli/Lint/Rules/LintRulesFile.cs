namespace RgPolicy.Cli.Lint.Rules;

/// <summary>A settings file.</summary>
/// <param name="Path">Where it is.</param>
/// <param name="Rules">What it says.</param>
internal sealed record LintRulesFile(string Path, LintRules Rules);
