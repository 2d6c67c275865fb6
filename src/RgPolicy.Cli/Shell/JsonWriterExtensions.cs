using System.Text.Json;

namespace RgPolicy.Cli.Shell;

/// <summary>Absent is null, in every document.</summary>
internal static class JsonWriterExtensions
{
    /// <summary>A number, or null.</summary>
    public static void WriteNumberOrNull(this Utf8JsonWriter json, string name, decimal? value)
    {
        if (value is { } number)
        {
            json.WriteNumber(name, number);
        }
        else
        {
            json.WriteNull(name);
        }
    }

    /// <summary>True, false or null.</summary>
    public static void WriteBooleanOrNull(this Utf8JsonWriter json, string name, bool? value)
    {
        if (value is { } known)
        {
            json.WriteBoolean(name, known);
        }
        else
        {
            json.WriteNull(name);
        }
    }
}
