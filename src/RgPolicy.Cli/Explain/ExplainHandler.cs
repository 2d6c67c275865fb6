using RgPolicy.Cli.Shell;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Explain;

/// <summary>Prints the page of a diagnostic.</summary>
internal sealed class ExplainHandler(CliContext context)
{
    /// <summary>Prints the page of a code.</summary>
    /// <returns>The exit code.</returns>
    public int Run(string given, bool json)
    {
        var code = Normalise(given);
        if (DiagnosticCatalog.Find(code) is not { } entry)
        {
            var closest = NameSuggestion.Find(code, DiagnosticCatalog.All.Select(each => each.Code));
            return context.Fail(
                ExitCode.Usage,
                $"there is no diagnostic `{given}`{(closest is null ? "" : $"; did you mean `{closest}`?")}",
                "The codes are in the brackets of `rgp lint`'s findings, such as RG2001."
            );
        }

        if (json)
        {
            JsonOutput.WriteDocument(
                context,
                "rgp/explain/1",
                writer =>
                {
                    writer.WriteString("code", entry.Code);
                    writer.WriteString("severity", SeverityNames.Of(entry.Severity));
                    writer.WriteString("title", entry.Title);
                    writer.WriteString("page", DiagnosticPages.Find(code)?.Text);
                }
            );
        }
        else
        {
            context.Output.Write(
                DiagnosticPages.Find(code)?.Text
                    ?? $"{entry.Code} ({SeverityNames.Of(entry.Severity)}): {entry.Title}\n"
            );
        }

        return ExitCode.Success;
    }

    private static string Normalise(string given)
    {
        var code = given.ToUpperInvariant();
        return code.All(char.IsAsciiDigit) ? "RG" + code : code;
    }
}

/// <summary>The words of severities.</summary>
internal static class SeverityNames
{
    /// <summary><c>error</c>, <c>warning</c> or <c>info</c>.</summary>
    public static string Of(DiagnosticSeverity severity) =>
        severity switch
        {
            DiagnosticSeverity.Error => "error",
            DiagnosticSeverity.Warning => "warning",
            _ => "info",
        };
}
