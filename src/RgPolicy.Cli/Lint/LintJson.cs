using System.Globalization;
using System.Text.Json;
using NodaTime;
using NodaTime.Text;
using RgPolicy.Cli.Explain;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Cli.Lint;

/// <summary>The members of <c>rgp/lint/1</c>.</summary>
internal static class LintJson
{
    /// <summary>The document's schema.</summary>
    public const string Schema = "rgp/lint/1";

    /// <summary>Writes the members after the schema.</summary>
    public static void WriteMembers(Utf8JsonWriter json, LintReport report)
    {
        json.WriteStartArray("diagnostics");
        foreach (var diagnostic in report.Diagnostics)
        {
            WriteDiagnostic(json, diagnostic, report.HelpUri);
        }

        json.WriteEndArray();
        json.WriteNumber("files", report.Files.Length);
        json.WriteNumber("elapsed_seconds", Math.Round((decimal)report.Elapsed.TotalSeconds, 6));
    }

    private static void WriteDiagnostic(Utf8JsonWriter json, Diagnostic diagnostic, string? helpUri)
    {
        json.WriteStartObject();
        json.WriteString("code", diagnostic.Code);
        json.WriteString("name", DiagnosticCatalog.Find(diagnostic.Code)?.Name);
        json.WriteString("help_uri", DiagnosticAddress.Of(diagnostic.Code, helpUri));
        json.WriteString("severity", SeverityNames.Of(diagnostic.Severity));
        json.WriteString("message", diagnostic.Message);
        json.WriteString("path", diagnostic.Path);
        WriteRange(json, diagnostic.Range);
        WriteWitness(json, diagnostic.Witness, diagnostic.WitnessAt);
        json.WriteStartArray("related");
        foreach (var related in diagnostic.Related)
        {
            WriteRelated(json, related);
        }

        json.WriteEndArray();
        json.WriteStartArray("fixes");
        foreach (var fix in diagnostic.Fixes)
        {
            WriteFix(json, fix);
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    /// <summary>Writes a sample query: its signals as <c>rgp classify</c> reads them, and its moment.</summary>
    public static void WriteWitness(Utf8JsonWriter json, IReadOnlyDictionary<string, string>? witness, Instant? moment)
    {
        if (witness is null)
        {
            json.WriteNull("witness");
            json.WriteNull("witness_at");
            return;
        }

        json.WriteStartObject("witness");
        foreach (var (signal, value) in witness)
        {
            json.WritePropertyName(signal);
            WriteValue(json, SignalCatalog.Find(signal)?.Type, value);
        }

        json.WriteEndObject();
        json.WriteString("witness_at", moment is { } at ? InstantPattern.General.Format(at) : null);
    }

    // Figures as plain numbers, so that a witness can be given to `rgp classify` as it is.
    private static void WriteValue(Utf8JsonWriter json, SignalType? type, string value)
    {
        var isText = type is null or SignalType.Text or SignalType.Enum or SignalType.Version;
        if (type == SignalType.Set)
        {
            json.WriteRawValue(value);
        }
        else if (type == SignalType.Bool && bool.TryParse(value, out var truth))
        {
            json.WriteBooleanValue(truth);
        }
        else if (!isText && decimal.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out var number))
        {
            json.WriteNumberValue(number);
        }
        else
        {
            json.WriteStringValue(value);
        }
    }

    private static void WriteRelated(Utf8JsonWriter json, RelatedLocation related)
    {
        json.WriteStartObject();
        json.WriteString("path", related.Path);
        json.WriteNumber("start_line", related.Range.StartLine);
        json.WriteNumber("start_column", related.Range.StartColumn);
        json.WriteString("message", related.Message);
        json.WriteEndObject();
    }

    private static void WriteFix(Utf8JsonWriter json, Fix fix)
    {
        json.WriteStartObject();
        json.WriteString("title", fix.Title);
        json.WriteBoolean("safe", fix.Safe);
        json.WriteStartArray("edits");
        foreach (var edit in fix.Edits)
        {
            json.WriteStartObject();
            WriteRange(json, edit.Range);
            json.WriteString("new_text", edit.NewText);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteRange(Utf8JsonWriter json, TextRange range)
    {
        json.WriteNumber("start_line", range.StartLine);
        json.WriteNumber("start_column", range.StartColumn);
        json.WriteNumber("end_line", range.EndLine);
        json.WriteNumber("end_column", range.EndColumn);
    }
}
