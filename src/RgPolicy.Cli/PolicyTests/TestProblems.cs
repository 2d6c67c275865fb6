using System.Collections.Immutable;
using RgPolicy.Cli.Explain;
using RgPolicy.Host.Text;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.PolicyTests;

/// <summary>A file with errors, as the failed test that it counts as: a file that cannot be read must
/// not pass.</summary>
internal static class TestProblems
{
    private const string Name = "the file has no errors";

    /// <summary>Null where there is no error.</summary>
    public static TestOutcome? Of(string path, ImmutableArray<Diagnostic> diagnostics)
    {
        var errors = diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error).ToList();
        if (errors.Count == 0)
        {
            return null;
        }

        var lines = errors.Select(each =>
            $"{SafeText.Escape(each.Path)}:{each.Range.StartLine}:{each.Range.StartColumn}: "
            + $"{SeverityNames.Of(each.Severity)} {each.Code} {SafeText.Escape(each.Message)}"
        );
        return new TestOutcome(Name, path, errors[0].Range.StartLine, false, string.Join('\n', lines), null);
    }

    /// <summary>A test file whose policy cannot be used.</summary>
    public static TestOutcome Of(string path, string problem) => new(Name, path, 1, false, problem, null);
}
