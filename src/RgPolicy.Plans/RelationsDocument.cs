using System.Text.Json;
using System.Text.Json.Serialization;

namespace RgPolicy.Plans;

/// <summary>Sizes of a server's tables and indexes as a file: <c>rgp/relations/1</c>.</summary>
public static class RelationsDocument
{
    /// <summary>Larger files are not read.</summary>
    public const int MostBytes = 64 * 1024 * 1024;

    private const string Schema = "rgp/relations/1";

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
        var file = new RelationsFile
        {
            Schema = Schema,
            Server = server,
            Time = time,
            Relations =
            [
                .. relations.Select(each => new RelationRow
                {
                    Name = each.Key,
                    Rows = each.Value.Rows,
                    Pages = each.Value.Pages,
                }),
            ],
        };
        return JsonSerializer.Serialize(file, RelationsJson.Default.RelationsFile) + "\n";
    }

    /// <summary>Reads one; null for what is none, or has a figure that cannot be.</summary>
    public static IReadOnlyDictionary<string, RelationFigures>? Read(ReadOnlyMemory<byte> document)
    {
        try
        {
            var file = JsonSerializer.Deserialize(document.Span, RelationsJson.Default.RelationsFile);
            return file is { Schema: Schema, Relations: { } rows } ? Known(rows) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    // A name that comes twice means neither.
    private static Dictionary<string, RelationFigures>? Known(IReadOnlyList<RelationRow> rows)
    {
        var isBad = rows.Any(row =>
            row is not { Name: not null, Rows: null or (>= 0 and <= 1e15), Pages: >= 0 and <= 1e12 }
        );
        return isBad
            ? null
            : rows.GroupBy(row => row.Name, StringComparer.Ordinal)
                .Where(same => same.Count() == 1)
                .ToDictionary(
                    same => same.Key,
                    same => new RelationFigures(same.First().Rows, same.First().Pages),
                    StringComparer.Ordinal
                );
    }
}

/// <summary>The file.</summary>
internal sealed record RelationsFile
{
    public required string Schema { get; init; }
    public string? Server { get; init; }
    public DateTimeOffset? Time { get; init; }
    public required IReadOnlyList<RelationRow> Relations { get; init; }
}

/// <summary>One table or index of the file.</summary>
internal sealed record RelationRow
{
    public required string Name { get; init; }
    public required double? Rows { get; init; }
    public required double Pages { get; init; }
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(RelationsFile))]
internal sealed partial class RelationsJson : JsonSerializerContext;
