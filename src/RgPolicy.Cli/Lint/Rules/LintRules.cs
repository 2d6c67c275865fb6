namespace RgPolicy.Cli.Lint.Rules;

/// <summary>What a settings file (<c>rgpolicy.json</c>) says about the findings of the policies below it.</summary>
/// <param name="Severities">The severity of a code; null switches it off.</param>
/// <param name="HelpUri">Where a code's page is, with <c>{code}</c> in its place; null is the name of
/// the built-in page.</param>
/// <param name="Targets">Profiles that are checked where the command line names none; paths are
/// relative to the file's folder.</param>
/// <param name="Required">What an organisation asks of its policies.</param>
internal sealed record LintRules(
    ImmutableSortedDictionary<string, DiagnosticSeverity?> Severities,
    string? HelpUri,
    ImmutableArray<string> Targets,
    ImmutableArray<RequiredRule> Required
)
{
    public static readonly LintRules None = new(
        ImmutableSortedDictionary.Create<string, DiagnosticSeverity?>(StringComparer.Ordinal),
        null,
        [],
        []
    );

    /// <summary>The findings as the rules want them.</summary>
    public ImmutableArray<Diagnostic> Apply(ImmutableArray<Diagnostic> found) =>
        Severities.IsEmpty
            ? found
            :
            [
                .. from each in found
                let severity = Severities.TryGetValue(each.Code, out var wanted)
                && each.Severity != DiagnosticSeverity.Error
                    ? wanted
                    : each.Severity
                where severity is not null
                select each with
                {
                    Severity = severity.Value,
                },
            ];
}
