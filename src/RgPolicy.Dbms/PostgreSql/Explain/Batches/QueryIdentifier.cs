using System.Text.Json;

namespace RgPolicy.Dbms.PostgreSql.Explain.Batches;

/// <summary>The query id that EXPLAIN (VERBOSE) shows beside a plan, where the server computes them.</summary>
internal static class QueryIdentifier
{
    private const string Name = "Query Identifier";

    // Plans are as deep as the text that was explained, which another login wrote.
    private static readonly JsonDocumentOptions Deep = new() { MaxDepth = 1000 };

    /// <summary>Reads it; null where there is none.</summary>
    public static long? Read(string plan)
    {
        try
        {
            using var document = JsonDocument.Parse(plan, Deep);
            return
                document.RootElement is { ValueKind: JsonValueKind.Array } statements
                && statements.GetArrayLength() == 1
                && statements[0] is { ValueKind: JsonValueKind.Object } statement
                && statement.TryGetProperty(Name, out var id)
                && id.TryGetInt64(out var number)
                ? number
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
