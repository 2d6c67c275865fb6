using System.Text.Json;

namespace RgPolicy.Documents;

/// <summary>Values of members that may have one of several types.</summary>
public static class DocumentValue
{
    /// <summary>True or false.</summary>
    public static JsonElement Of(bool value) =>
        JsonSerializer.SerializeToElement(value, DocumentContext.Default.Boolean);

    /// <summary>A number.</summary>
    public static JsonElement Of(decimal value) =>
        JsonSerializer.SerializeToElement(value, DocumentContext.Default.Decimal);

    /// <summary>A text.</summary>
    public static JsonElement Of(string value) =>
        JsonSerializer.SerializeToElement(value, DocumentContext.Default.String);

    /// <summary>Texts.</summary>
    public static JsonElement Of(string[] values) =>
        JsonSerializer.SerializeToElement(values, DocumentContext.Default.StringArray);
}
