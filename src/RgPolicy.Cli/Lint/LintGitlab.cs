using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>GitLab's code-quality report (GitLab documentation, "Code Quality", a subset of Code
/// Climate's format).</summary>
internal static class LintGitlab
{
    private static readonly JsonWriterOptions Options = new()
    {
        Indented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>The whole document.</summary>
    /// <param name="report">What was found.</param>
    /// <param name="root">The folder that paths are relative to: the repository's.</param>
    public static string Document(LintReport report, string root)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, Options))
        {
            var prints = new FindingPrints();
            json.WriteStartArray();
            foreach (var each in report.Diagnostics)
            {
                Write(json, each, prints.Next(each), root);
            }

            json.WriteEndArray();
        }

        return Encoding.UTF8.GetString(buffer.WrittenSpan) + "\n";
    }

    private static void Write(Utf8JsonWriter json, Diagnostic each, string print, string root)
    {
        json.WriteStartObject();
        json.WriteString("description", $"{each.Code}: {each.Message}");
        json.WriteString("check_name", each.Code);
        json.WriteString("fingerprint", print);
        json.WriteString("severity", Severity(each.Severity));
        json.WriteStartObject("location");
        json.WriteString("path", Path.GetRelativePath(root, Path.GetFullPath(each.Path, root)).Replace('\\', '/'));
        json.WriteStartObject("lines");
        json.WriteNumber("begin", each.Range.StartLine);
        json.WriteNumber("end", each.Range.EndLine);
        json.WriteEndObject();
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static string Severity(DiagnosticSeverity severity) =>
        severity switch
        {
            DiagnosticSeverity.Error => "critical",
            DiagnosticSeverity.Warning => "minor",
            _ => "info",
        };
}
