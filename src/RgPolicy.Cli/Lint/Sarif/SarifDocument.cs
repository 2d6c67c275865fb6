using System.Buffers;
using System.Collections.Immutable;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Lint.Sarif;

/// <summary>A lint report as SARIF 2.1.0 (OASIS standard): one run with its rules, files and results.</summary>
internal static class SarifDocument
{
    // Where the tool describes itself; a name, since the product is not bound to a site.
    private const string InformationUri = "urn:rgpolicy:documentation";

    private static readonly JsonWriterOptions Options = new()
    {
        Indented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>The whole document.</summary>
    /// <param name="report">What was found.</param>
    /// <param name="paths">Its paths.</param>
    public static string Of(LintReport report, ReportPaths paths)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, Options))
        {
            Write(json, report, paths);
        }

        return Encoding.UTF8.GetString(buffer.WrittenSpan) + "\n";
    }

    private static void Write(Utf8JsonWriter json, LintReport report, ReportPaths paths)
    {
        var uris = new SarifUris(paths);
        var rules = report
            .Diagnostics.Concat(report.Suppressed.Select(each => each.Diagnostic))
            .Select(each => each.Code)
            .Distinct(StringComparer.Ordinal)
            .Order(StringComparer.Ordinal)
            .ToImmutableArray();
        json.WriteStartObject();
        json.WriteString("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
        json.WriteString("version", "2.1.0");
        json.WriteStartArray("runs");
        json.WriteStartObject();
        WriteTool(json, rules, report.HelpUri);
        WriteInvocation(json);
        WriteRoot(json, report, uris);
        WriteArtifacts(json, report, uris);
        json.WriteString("columnKind", "utf16CodeUnits");
        new SarifResults(json, rules, paths).Write(report);
        json.WriteEndObject();
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteTool(Utf8JsonWriter json, ImmutableArray<string> rules, string? helpUri)
    {
        json.WriteStartObject("tool");
        json.WriteStartObject("driver");
        json.WriteString("name", "RgPolicy");
        json.WriteString("organization", "RgPolicy");
        json.WriteString("fullName", $"RgPolicy policy checker {ProductVersion.Text}");
        json.WriteString("version", ProductVersion.Text);
        json.WriteString("informationUri", InformationUri);
        json.WriteStartArray("rules");
        foreach (var code in rules)
        {
            SarifRule.Write(json, code, helpUri);
        }

        json.WriteEndArray();
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static void WriteInvocation(Utf8JsonWriter json)
    {
        json.WriteStartArray("invocations");
        json.WriteStartObject();
        json.WriteBoolean("executionSuccessful", true);
        json.WriteEndObject();
        json.WriteEndArray();
    }

    // The base is described and not named: a report must not depend on the machine that made it.
    private static void WriteRoot(Utf8JsonWriter json, LintReport report, SarifUris uris)
    {
        if (!report.Files.Any(file => uris.IsRelative(file.Name)))
        {
            return;
        }

        json.WriteStartObject("originalUriBaseIds");
        json.WriteStartObject(SarifUris.RootId);
        json.WriteStartObject("description");
        json.WriteString("text", "The repository, or else the folder that rgp lint ran in.");
        json.WriteEndObject();
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static void WriteArtifacts(Utf8JsonWriter json, LintReport report, SarifUris uris)
    {
        json.WriteStartArray("artifacts");
        foreach (var file in report.Files)
        {
            json.WriteStartObject();
            json.WriteStartObject("location");
            uris.Write(json, file.Name);
            json.WriteEndObject();
            json.WriteString("sourceLanguage", "rgpolicy");
            json.WriteString("encoding", "utf-8");
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
