using System.Security.Cryptography;
using System.Text.Json.Serialization;

namespace RgPolicy.Cli.Lint;

/// <summary>GitLab's code-quality report (GitLab documentation, "Code Quality", a subset of Code
/// Climate's format).</summary>
internal static class LintGitlab
{
    public static string Document(LintReport report, ReportPaths paths)
    {
        var prints = new FindingPrints(paths);
        return JsonOutput.Text(
            report.Diagnostics.Select(each => new GitlabFinding(
                $"{each.Code}: {each.Message}",
                each.Code,
                prints.Next(each),
                Severity(each.Severity),
                new GitlabPlace(paths.Relative(each.Path), new GitlabLines(each.Range.StartLine, each.Range.EndLine))
            )),
            GitlabJson.Default.IEnumerableGitlabFinding
        );
    }

    private static string Severity(DiagnosticSeverity severity) =>
        severity switch
        {
            DiagnosticSeverity.Error => "critical",
            DiagnosticSeverity.Warning => "minor",
            _ => "info",
        };
}

internal sealed record GitlabFinding(
    string Description,
    string CheckName,
    string Fingerprint,
    string Severity,
    GitlabPlace Location
);

internal sealed record GitlabPlace(string Path, GitlabLines Lines);

internal sealed record GitlabLines(int Begin, int End);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(IEnumerable<GitlabFinding>))]
internal sealed partial class GitlabJson : JsonSerializerContext;

/// <summary>Names findings so that they are known again when lines move: by code, path, message and how many like them
/// came before.</summary>
internal sealed class FindingPrints(ReportPaths paths)
{
    private readonly Dictionary<(string Code, string Path, string Message), int> _seen = [];

    /// <summary>The name of the next finding: 32 hexadecimal digits.</summary>
    public string Next(Diagnostic diagnostic)
    {
        var key = (diagnostic.Code, Path: paths.Relative(diagnostic.Path), diagnostic.Message);
        var number = _seen[key] = _seen.GetValueOrDefault(key) + 1;
        var text = string.Join('\n', key.Code, key.Path, key.Message, number.ToString(CultureInfo.InvariantCulture));
        return Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)).AsSpan(0, 16)).ToLowerInvariant();
    }
}
