using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Cli.Why;

/// <summary>An explanation for scripts: <c>rgp/why/1</c>.</summary>
internal static class ExplanationJson
{
    /// <summary>Prints it.</summary>
    public static void Write(CliContext context, Explanation explanation) =>
        JsonOutput.WriteDocument(context, "rgp/why/1", json =>
        {
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
                WriteTried(json, tried);
            }

            json.WriteEndArray();
            json.WriteString("pool", explanation.Pool);
            WriteSettings(json, explanation.Settings);
            json.WriteString("revision", explanation.Revision);
        });

    /// <summary>Writes the member <c>settings</c>; other documents print the same.</summary>
    public static void WriteSettings(Utf8JsonWriter json, ImmutableArray<SettingEffect> settings)
    {
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

    private static void WriteTried(Utf8JsonWriter json, TriedClass tried)
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
            WriteValue(json, atom);
            json.WriteString("result", Word(atom.Result));
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteValue(Utf8JsonWriter json, TriedAtom atom)
    {
        var signal = atom.Signal is null ? null : SignalCatalog.Find(atom.Signal);
        if (!atom.Value.IsKnown)
        {
            json.WriteNullValue();
            return;
        }

        switch (signal?.Type)
        {
            case SignalType.Bool:
                json.WriteBooleanValue(atom.Value.Number != 0);
                break;
            case SignalType.Set:
                WriteSet(json, atom.Value);
                break;
            case null or SignalType.Text:
                json.WriteStringValue(atom.Value.Text);
                break;
            case SignalType.Enum or SignalType.Version:
                json.WriteStringValue(atom.ValueText);
                break;
            default:
                json.WriteNumberValue(atom.Value.Number);
                break;
        }
    }

    private static void WriteSet(Utf8JsonWriter json, SignalValue value)
    {
        json.WriteStartArray();
        foreach (var member in value.Set)
        {
            json.WriteStringValue(member);
        }

        json.WriteEndArray();
    }

    private static string Word(Truth truth) => truth switch
    {
        Truth.True => "true",
        Truth.False => "false",
        _ => "unknown",
    };
}
