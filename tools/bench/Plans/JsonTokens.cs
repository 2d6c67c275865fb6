using System.Text.Json;

namespace RgPolicy.Bench.Plans;

/// <summary>A bare pass of the platform's JSON reader: the yardstick.</summary>
internal static class JsonTokens
{
    /// <summary>Two levels for each join of the deepest document.</summary>
    public const int Deepest = 1000;

    /// <summary>Tokens of a document.</summary>
    public static int Count(byte[] document)
    {
        var reader = new Utf8JsonReader(document, new() { MaxDepth = Deepest });
        var tokens = 0;
        while (reader.Read())
            tokens++;

        return tokens;
    }
}
