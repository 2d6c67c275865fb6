namespace RgPolicy.Plans.Documents;

/// <summary>One value of a JSON text by its place there; a container is followed by what it holds.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="IsEscaped">True for a string with escapes.</param>
/// <param name="Name">Its name; names with escapes are none that a plan has.</param>
/// <param name="Start">First byte of the value, without quotes.</param>
/// <param name="Length">Bytes of the value; 0 for containers.</param>
internal record struct JsonEntry(JsonKind Kind, bool IsEscaped, JsonName Name, int Start, int Length)
{
    /// <summary>Number of the entry after this value and all that it holds.</summary>
    public int Next { get; set; }

    /// <summary>One bit for each name that a container holds; several names share a bit.</summary>
    public ulong Held { get; set; }

    public readonly bool MayHold(JsonName name) => (Held & Bit(name)) != 0;

    public static ulong Bit(JsonName name) => 1UL << ((int)name & 63);
}
