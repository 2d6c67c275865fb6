using System.Text.Json;

namespace RgPolicy.Bench.Plans;

/// <summary>JSON with the line breaks and indentation that servers print, or without.</summary>
internal static class PrintedJson
{
    private static readonly JsonSerializerOptions Indented = new()
    {
        WriteIndented = true,
        MaxDepth = JsonTokens.Deepest,
    };

    public static byte[] Of(string json, bool isIndented)
    {
        if (!isIndented)
            return Encoding.UTF8.GetBytes(json);
        using var document = JsonDocument.Parse(json, new() { MaxDepth = JsonTokens.Deepest });
        return JsonSerializer.SerializeToUtf8Bytes(document.RootElement, Indented);
    }
}
