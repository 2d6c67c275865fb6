namespace RgPolicy.Cli.Lint.Rules;

/// <summary>A settings file that cannot be used; the message says why, for its author.</summary>
internal sealed class LintRulesException(string message) : Exception(message);
