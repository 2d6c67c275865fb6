using System.Text.Json;
using RgPolicy.Cli.Explain;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint.Sarif;

/// <summary>A diagnostic's entry in the rules of a run, with its page as help.</summary>
internal static class SarifRule
{
    /// <summary>Writes the rule.</summary>
    public static void Write(Utf8JsonWriter json, string code, string? helpUri)
    {
        var entry = DiagnosticCatalog.Find(code);
        var title = entry?.Title ?? code;
        var page = DiagnosticPages.Find(code);
        json.WriteStartObject();
        json.WriteString("id", code);
        json.WriteString("name", Pascal(entry?.Name ?? code));
        WriteText(json, "shortDescription", title);
        WriteText(json, "fullDescription", page?.Summary ?? title);
        json.WriteStartObject("help");
        json.WriteString("text", page?.Text ?? title);
        json.WriteString("markdown", page?.Text ?? title);
        json.WriteEndObject();
        json.WriteString("helpUri", DiagnosticAddress.Of(code, helpUri));
        json.WriteStartObject("defaultConfiguration");
        json.WriteString("level", SarifLevels.Of(entry?.Severity ?? DiagnosticSeverity.Error));
        json.WriteEndObject();
        json.WriteStartObject("properties");
        json.WriteStartArray("tags");
        json.WriteStringValue(Phase(code));
        if (entry is not null)
        {
            json.WriteStringValue(entry.Name);
        }

        json.WriteEndArray();
        json.WriteEndObject();
        json.WriteEndObject();
    }

    /// <summary><c>UnknownName</c> for <c>unknown-name</c>, as SARIF wants names.</summary>
    private static string Pascal(string name) =>
        string.Concat(name.Split('-').Select(word => char.ToUpperInvariant(word[0]) + word[1..]));

    private static void WriteText(Utf8JsonWriter json, string name, string text)
    {
        json.WriteStartObject(name);
        json.WriteString("text", text);
        json.WriteEndObject();
    }

    private static string Phase(string code) =>
        code[2] switch
        {
            '0' => "files",
            '1' => "syntax",
            '2' => "names",
            '3' => "logic",
            '4' => "capacity",
            '5' => "target",
            '6' => "tests",
            '8' => "organisation",
            _ => "style",
        };
}
