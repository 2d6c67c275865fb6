namespace RgPolicy.Plans.Documents;

/// <summary>A document's text and how its bytes were understood.</summary>
internal readonly record struct DecodedText(string Text, string Encoding, bool HasInvalidBytes);
