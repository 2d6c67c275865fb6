using System.Text.Json;
using RgPolicy.Plans.Reporting;

namespace RgPolicy.Plans;

/// <summary>The JSON of <c>rgp query-plan</c>: schema <c>rgp/plan-info/1</c>.</summary>
public static class PlanInfoJson
{
    /// <summary>Writes the whole document, the outer object included; the caller flushes.</summary>
    public static void Write(Utf8JsonWriter writer, IReadOnlyList<(string Path, PlanDocument Document)> files)
    {
        writer.WriteStartObject();
        writer.WriteString("schema", "rgp/plan-info/1");
        writer.WriteStartArray("files");
        foreach (var (path, document) in files)
            WriteFile(writer, path, document);
        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private static void WriteFile(Utf8JsonWriter writer, string path, PlanDocument document)
    {
        writer.WriteStartObject();
        writer.WriteString("path", path);
        writer.WriteString(
            "format",
            document.Format == PlanFormat.Unrecognised ? null : PublicNames.Of(document.Format)
        );
        writer.WriteString("encoding", document.Encoding);
        writer.WriteStartArray("diagnostics");
        foreach (var diagnostic in document.Diagnostics)
            WriteDiagnostic(writer, diagnostic);
        writer.WriteEndArray();
        writer.WriteStartArray("statements");
        foreach (var statement in document.Statements)
            StatementJson.Write(writer, statement);
        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private static void WriteDiagnostic(Utf8JsonWriter writer, PlanDiagnostic diagnostic)
    {
        writer.WriteStartObject();
        writer.WriteString("code", diagnostic.Code);
        writer.WriteString("severity", diagnostic.Severity);
        WritePosition(writer, "line", diagnostic.Line);
        WritePosition(writer, "column", diagnostic.Column);
        writer.WriteString("message", diagnostic.Message);
        writer.WriteEndObject();
    }

    private static void WritePosition(Utf8JsonWriter writer, string name, int position)
    {
        if (position > 0)
            writer.WriteNumber(name, position);
        else
            writer.WriteNull(name);
    }
}

/// <summary>What plans tell, as plain text for people: no colours, no trailing blanks, lines end with LF.</summary>
public static class PlanInfoText
{
    /// <summary>One file in detail; several files as a table, one line for each statement, then what
    /// was wrong.</summary>
    /// <param name="files">Paths as the caller names them, with what was read.</param>
    /// <param name="options">The LLC that the plans were judged against.</param>
    public static string Write(IReadOnlyList<(string Path, PlanDocument Document)> files, PlanReaderOptions options)
    {
        var text = new StringBuilder();
        if (files.Count == 1)
            DocumentText.Write(text, files[0].Path, files[0].Document, options);
        else
            SummaryTable.Write(text, files);
        return text.ToString();
    }
}
