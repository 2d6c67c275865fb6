namespace RgPolicy.Plans.Documents;

/// <summary>A JSON value found in a text, complete or not, and where reading stopped (bytes from the
/// start of the text).</summary>
internal readonly record struct JsonPart(JsonValue? Root, JsonEnd End, int EndOffset);
