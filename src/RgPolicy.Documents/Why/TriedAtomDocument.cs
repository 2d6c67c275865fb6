using System.Text.Json;
using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Why;

/// <summary>A question that a class asked.</summary>
/// <param name="Text">In the words of the policy.</param>
/// <param name="Value">The signal's value, in the base unit of its type; null where it is not known.</param>
/// <param name="ValueText">The value for people, such as <c>12 MiB</c>; null is not written.</param>
/// <param name="Result"><c>true</c>, <c>false</c> or <c>unknown</c>.</param>
/// <param name="Decides">Whether the class's result rests on it.</param>
public sealed record TriedAtomDocument(
    string? Text,
    JsonElement? Value,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? ValueText,
    string? Result,
    bool? Decides
);
