using System.Buffers;
using System.Globalization;
using System.Security.Cryptography;
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
    /// <param name="paths">Its paths.</param>
    public static string Document(LintReport report, ReportPaths paths)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, Options))
        {
            var prints = new FindingPrints(paths);
            json.WriteStartArray();
            foreach (var each in report.Diagnostics)
            {
                Write(json, each, prints.Next(each), paths.Relative(each.Path));
            }

            json.WriteEndArray();
        }

        return Encoding.UTF8.GetString(buffer.WrittenSpan) + "\n";
    }

    private static void Write(Utf8JsonWriter json, Diagnostic each, string print, string path)
    {
        json.WriteStartObject();
        json.WriteString("description", $"{each.Code}: {each.Message}");
        json.WriteString("check_name", each.Code);
        json.WriteString("fingerprint", print);
        json.WriteString("severity", Severity(each.Severity));
        json.WriteStartObject("location");
        json.WriteString("path", path);
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

/// <summary>
/// Names findings so that they are known again when lines move: by code, path, message and how many
/// like them came before.
/// </summary>
/// <param name="paths">The paths of the report.</param>
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
