using System.Text.Json;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Documents;

namespace RgPolicy.Engine.Explain;

/// <summary>An explanation as members of a JSON document: the common part of every <c>rgp/why/1</c>.</summary>
public static class ExplanationJson
{
    /// <summary>Writes class, line, what was tried, pool, settings, revision, what is unknown, the allotment and co-run advice into the open object.</summary>
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
        json.WriteTexts("unknown_signals", explanation.UnknownSignals.Select(signal => signal.Name));
        WriteTried(json, explanation, withValueTexts);
        json.WriteString("pool", explanation.Pool);
        WriteSettings(json, explanation.Settings);
        json.WriteString("revision", explanation.Revision);
        json.WriteObjects("unknown", explanation.UnknownSignals, signal =>
        {
            json.WriteString("signal", signal.Name);
            json.WriteString("state", signal.IsPending ? "pending" : "absent");
        });
        AllotmentJson.Write(json, explanation.Allotment);
        CoRunJson.Write(json, explanation.CoRun);
    }

    /// <summary>Writes the member <c>settings</c> of a pool or a query.</summary>
    public static void WriteSettings(Utf8JsonWriter json, IEnumerable<SettingEffect> settings) =>
        json.WriteObjects("settings", settings, setting =>
        {
            json.WriteString("name", setting.Name);
            json.WriteString("requested", setting.Requested);
            json.WriteString("effective", setting.Effective);
            json.WriteString("effect", setting.Effect);
            json.WriteString("reason", setting.Reason);
        });

    /// <summary>Writes the member <c>tried</c>.</summary>
    public static void WriteTried(Utf8JsonWriter json, Explanation explanation, bool withValueTexts)
    {
        ArgumentNullException.ThrowIfNull(explanation);
        json.WriteObjects("tried", explanation.Tried, tried =>
        {
            json.WriteString("class", tried.Class);
            json.WriteNumber("line", tried.Line);
            json.WriteString("result", Word(tried.Result));
            json.WriteObjects("atoms", tried.Atoms, atom => WriteAtom(json, atom, withValueTexts));
        });
    }

    private static void WriteAtom(Utf8JsonWriter json, TriedAtom atom, bool withValueText)
    {
        json.WriteString("text", atom.Text);
        json.WritePropertyName("value");
        AtomValueJson.Write(json, atom);
        if (withValueText)
        {
            json.WriteString("value_text", atom.ValueText);
        }

        json.WriteString("result", Word(atom.Result));
        json.WriteBoolean("decides", atom.Decides);
    }

    private static string Word(Truth truth) => truth switch
    {
        Truth.True => "true",
        Truth.False => "false",
        _ => "unknown",
    };
}
