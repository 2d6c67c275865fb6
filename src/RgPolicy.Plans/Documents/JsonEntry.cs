namespace RgPolicy.Plans.Documents;

/// <summary>One value of a JSON text by its place there; a container is followed by what it holds.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="IsEscaped">True for a string with escapes.</param>
/// <param name="NameStart">First byte of its name without quotes; names with escapes are none that a plan has.</param>
/// <param name="NameLength">Bytes of the name, 0 without.</param>
/// <param name="Start">First byte of the value, without quotes.</param>
/// <param name="Length">Bytes of the value; 0 for containers.</param>
internal record struct JsonEntry(JsonKind Kind, bool IsEscaped, int NameStart, int NameLength, int Start, int Length)
{
    /// <summary>Number of the entry after this value and all that it holds.</summary>
    public int Next { get; set; }
}
