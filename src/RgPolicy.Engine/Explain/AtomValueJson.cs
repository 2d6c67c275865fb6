using System.Text.Json;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Explain;

/// <summary>The value that an atom looked at, as data: numbers in base units, null where it is not known.</summary>
internal static class AtomValueJson
{
    public static void Write(Utf8JsonWriter json, TriedAtom atom)
    {
        if (!atom.Value.IsKnown)
        {
            json.WriteNullValue();
            return;
        }

        switch (atom.Signal is null ? null : SignalCatalog.Find(atom.Signal)?.Type)
        {
            case SignalType.Bool:
                json.WriteBooleanValue(atom.Value.Number != 0);
                break;
            case SignalType.Set:
                WriteSet(json, atom);
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

    private static void WriteSet(Utf8JsonWriter json, TriedAtom atom)
    {
        json.WriteStartArray();
        foreach (var member in atom.Value.Set)
        {
            json.WriteStringValue(member);
        }

        json.WriteEndArray();
    }
}
