using System.Text.Json;

namespace RgPolicy.Engine.Documents;

/// <summary>Members of JSON documents, written the same in all of them: what is absent is null.</summary>
internal static class JsonMembers
{
    /// <summary>A number, or null.</summary>
    public static void WriteNumberOrNull(this Utf8JsonWriter json, string name, decimal? value)
    {
        if (value is { } number)
            json.WriteNumber(name, number);
        else
            json.WriteNull(name);
    }

    /// <summary>True, false or null.</summary>
    public static void WriteBooleanOrNull(this Utf8JsonWriter json, string name, bool? value)
    {
        if (value is { } known)
            json.WriteBoolean(name, known);
        else
            json.WriteNull(name);
    }

    /// <summary>An array of texts.</summary>
    public static void WriteTexts(this Utf8JsonWriter json, string name, IEnumerable<string> texts)
    {
        json.WriteStartArray(name);
        foreach (var text in texts)
            json.WriteStringValue(text);

        json.WriteEndArray();
    }

    /// <summary>An array of objects.</summary>
    /// <param name="json">Where to.</param>
    /// <param name="name">The member's name.</param>
    /// <param name="items">One object each.</param>
    /// <param name="writeMembers">Writes the members of one of them.</param>
    public static void WriteObjects<T>(
        this Utf8JsonWriter json,
        string name,
        IEnumerable<T> items,
        Action<T> writeMembers
    )
    {
        json.WriteStartArray(name);
        foreach (var item in items)
        {
            json.WriteStartObject();
            writeMembers(item);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
