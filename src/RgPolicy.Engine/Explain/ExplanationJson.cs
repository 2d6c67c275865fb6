using System.Text.Json;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Explain;

/// <summary>An explanation as members of a JSON document: the common part of every <c>rgp/why/1</c>.</summary>
public static class ExplanationJson
{
    /// <summary>Writes class, line, what was tried, pool, settings and revision into the open object.</summary>
    /// <param name="json">Where to.</param>
    /// <param name="explanation">What.</param>
    /// <param name="withValueTexts">Adds each value as people read it, for who prints the document.</param>
    public static void Write(Utf8JsonWriter json, Explanation explanation, bool withValueTexts)
    {
        ArgumentNullException.ThrowIfNull(json);
        ArgumentNullException.ThrowIfNull(explanation);
        json.WriteString("class", explanation.Class);
        json.WriteNumber("line", explanation.Line);
        json.WriteBoolean("provisional", explanation.IsProvisional);
        json.WriteStartArray("unknown_signals");
        foreach (var signal in explanation.UnknownSignals)
        {
            json.WriteStringValue(signal.Name);
        }

        json.WriteEndArray();
        json.WriteStartArray("tried");
        foreach (var tried in explanation.Tried)
        {
            WriteTried(json, tried, withValueTexts);
        }

        json.WriteEndArray();
        json.WriteString("pool", explanation.Pool);
        WriteSettings(json, explanation.Settings);
        json.WriteString("revision", explanation.Revision);
    }

    /// <summary>Writes the member <c>settings</c> of a pool or a query.</summary>
    public static void WriteSettings(Utf8JsonWriter json, IEnumerable<SettingEffect> settings)
    {
        ArgumentNullException.ThrowIfNull(json);
        ArgumentNullException.ThrowIfNull(settings);
        json.WriteStartArray("settings");
        foreach (var setting in settings)
        {
            json.WriteStartObject();
            json.WriteString("name", setting.Name);
            json.WriteString("requested", setting.Requested);
            json.WriteString("effective", setting.Effective);
            json.WriteString("effect", setting.Effect);
            json.WriteString("reason", setting.Reason);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteTried(Utf8JsonWriter json, TriedClass tried, bool withValueTexts)
    {
        json.WriteStartObject();
        json.WriteString("class", tried.Class);
        json.WriteNumber("line", tried.Line);
        json.WriteString("result", Word(tried.Result));
        json.WriteStartArray("atoms");
        foreach (var atom in tried.Atoms)
        {
            json.WriteStartObject();
            json.WriteString("text", atom.Text);
            json.WritePropertyName("value");
            AtomValueJson.Write(json, atom);
            if (withValueTexts)
            {
                json.WriteString("value_text", atom.ValueText);
            }

            json.WriteString("result", Word(atom.Result));
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static string Word(Truth truth) => truth switch
    {
        Truth.True => "true",
        Truth.False => "false",
        _ => "unknown",
    };
}
