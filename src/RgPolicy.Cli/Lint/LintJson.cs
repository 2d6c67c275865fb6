using NodaTime;
using NodaTime.Text;
using RgPolicy.Cli.Explain;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Cli.Lint;

/// <summary>The members of <c>rgp/lint/1</c>.</summary>
internal static class LintJson
{
    public const string Schema = "rgp/lint/1";

    /// <summary>Writes the members after the schema.</summary>
    public static void WriteMembers(Utf8JsonWriter json, LintReport report)
    {
        json.WriteObjects(
            "diagnostics",
            report.Diagnostics,
            diagnostic => WriteDiagnostic(json, diagnostic, report.HelpUri)
        );
        json.WriteNumber("files", report.Files.Length);
        json.WriteNumber("elapsed_seconds", Math.Round((decimal)report.Elapsed.TotalSeconds, 6));
    }

    private static void WriteDiagnostic(Utf8JsonWriter json, Diagnostic diagnostic, string? helpUri)
    {
        json.WriteString("code", diagnostic.Code);
        json.WriteString("name", DiagnosticCatalog.Find(diagnostic.Code)?.Name);
        json.WriteString("help_uri", DiagnosticAddress.Of(diagnostic.Code, helpUri));
        json.WriteString("severity", SeverityNames.Of(diagnostic.Severity));
        json.WriteString("message", diagnostic.Message);
        json.WriteString("path", diagnostic.Path);
        WriteRange(json, diagnostic.Range);
        WriteWitness(json, diagnostic.Witness, diagnostic.WitnessAt);
        json.WriteObjects("related", diagnostic.Related, related => WriteRelated(json, related));
        json.WriteObjects("fixes", diagnostic.Fixes, fix => WriteFix(json, fix));
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
            json.WriteRawValue(value);
        else if (type == SignalType.Bool && bool.TryParse(value, out var truth))
            json.WriteBooleanValue(truth);
        else if (!isText && decimal.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out var number))
            json.WriteNumberValue(number);
        else
            json.WriteStringValue(value);
    }

    private static void WriteRelated(Utf8JsonWriter json, RelatedLocation related)
    {
        json.WriteString("path", related.Path);
        json.WriteNumber("start_line", related.Range.StartLine);
        json.WriteNumber("start_column", related.Range.StartColumn);
        json.WriteString("message", related.Message);
    }

    private static void WriteFix(Utf8JsonWriter json, Fix fix)
    {
        json.WriteString("title", fix.Title);
        json.WriteBoolean("safe", fix.Safe);
        json.WriteObjects(
            "edits",
            fix.Edits,
            edit =>
            {
                WriteRange(json, edit.Range);
                json.WriteString("new_text", edit.NewText);
            }
        );
    }

    private static void WriteRange(Utf8JsonWriter json, TextRange range)
    {
        json.WriteNumber("start_line", range.StartLine);
        json.WriteNumber("start_column", range.StartColumn);
        json.WriteNumber("end_line", range.EndLine);
        json.WriteNumber("end_column", range.EndColumn);
    }
}

/// <summary>Where the page of a diagnostic is.</summary>
internal static class DiagnosticAddress
{
    /// <summary>The address of a code's page.</summary>
    /// <param name="code">The code.</param>
    /// <param name="pattern">The organisation's own address with <c>{code}</c> or <c>{name}</c> in it; null gives a name
    /// that is bound to no site.</param>
    public static string Of(string code, string? pattern) =>
        pattern is null
            ? $"urn:rgpolicy:diagnostics:{code}"
            : pattern
                .Replace("{code}", code, StringComparison.Ordinal)
                .Replace("{name}", DiagnosticCatalog.Find(code)?.Name ?? code, StringComparison.Ordinal);
}
