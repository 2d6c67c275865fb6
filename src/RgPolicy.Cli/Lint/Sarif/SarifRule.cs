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
        json.WriteString("name", Name(title));
        WriteText(json, "shortDescription", title);
        WriteText(json, "fullDescription", page?.Summary ?? title);
        json.WriteStartObject("help");
        json.WriteString("text", page?.Text ?? title);
        json.WriteString("markdown", page?.Text ?? title);
        json.WriteEndObject();
        json.WriteString(
            "helpUri",
            helpUri is null
                ? $"urn:rgpolicy:diagnostics:{code}"
                : helpUri.Replace("{code}", code, StringComparison.Ordinal)
        );
        json.WriteStartObject("defaultConfiguration");
        json.WriteString("level", SarifLevels.Of(entry?.Severity ?? DiagnosticSeverity.Error));
        json.WriteEndObject();
        json.WriteStartObject("properties");
        json.WriteStartArray("tags");
        json.WriteStringValue(Phase(code));
        json.WriteEndArray();
        json.WriteEndObject();
        json.WriteEndObject();
    }

    /// <summary>Such as <c>AnUnknownName</c>.</summary>
    private static string Name(string title)
    {
        var words = title
            .Split(' ')
            .Select(word => new string([.. word.Where(char.IsAsciiLetterOrDigit)]))
            .Where(word => word.Length > 0);
        return string.Concat(words.Select(word => char.ToUpperInvariant(word[0]) + word[1..]));
    }

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
