using System.Text;
using System.Text.Json;

namespace RgPolicy.Plans;

/// <summary>Sizes of a server's tables and indexes as a file: <c>rgp/relations/1</c>.</summary>
public static class RelationsDocument
{
    /// <summary>Larger files are not read.</summary>
    public const int MostBytes = 64 * 1024 * 1024;

    private const string Schema = "rgp/relations/1";

    private static readonly JsonWriterOptions Indented = new() { Indented = true };

    /// <summary>Writes the document.</summary>
    /// <param name="server">Where it was read.</param>
    /// <param name="time">When.</param>
    /// <param name="relations">By names without schema.</param>
    public static string Write(
        string server,
        DateTimeOffset time,
        IEnumerable<KeyValuePair<string, RelationFigures>> relations
    )
    {
        ArgumentNullException.ThrowIfNull(relations);
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream, Indented))
        {
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteString("server", server);
            json.WriteString("time", time);
            json.WriteStartArray("relations");
            foreach (var (name, figures) in relations)
                WriteRelation(json, name, figures);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(stream.ToArray()) + "\n";
    }

    /// <summary>Reads one; null for what is none, or has a figure that cannot be.</summary>
    public static IReadOnlyDictionary<string, RelationFigures>? Read(ReadOnlyMemory<byte> document)
    {
        try
        {
            using var json = JsonDocument.Parse(document);
            return json.RootElement.GetProperty("schema").GetString() == Schema
                ? Relations(json.RootElement.GetProperty("relations"))
                : null;
        }
        catch (Exception problem)
            when (problem is JsonException or InvalidOperationException or KeyNotFoundException or FormatException)
        {
            return null;
        }
    }

    private static void WriteRelation(Utf8JsonWriter json, string name, RelationFigures figures)
    {
        json.WriteStartObject();
        json.WriteString("name", name);
        if (figures.Rows is { } rows)
            json.WriteNumber("rows", rows);
        else
            json.WriteNull("rows");
        json.WriteNumber("pages", figures.Pages);
        json.WriteEndObject();
    }

    // A name that comes twice means neither.
    private static Dictionary<string, RelationFigures>? Relations(JsonElement list)
    {
        var found = new Dictionary<string, RelationFigures>(StringComparer.Ordinal);
        var twice = new HashSet<string>(StringComparer.Ordinal);
        foreach (var each in list.EnumerateArray())
        {
            var (name, rows) = (each.GetProperty("name").GetString(), each.GetProperty("rows"));
            var figures = new RelationFigures(
                rows.ValueKind == JsonValueKind.Null ? null : rows.GetDouble(),
                each.GetProperty("pages").GetDouble()
            );
            if (name is null || figures is { Rows: < 0 or > 1e15 } or not { Pages: >= 0 and <= 1e12 })
                return null;
            if (!found.TryAdd(name, figures))
                twice.Add(name);
        }

        foreach (var name in twice)
            found.Remove(name);
        return found;
    }
}
