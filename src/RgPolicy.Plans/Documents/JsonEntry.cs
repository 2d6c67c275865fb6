namespace RgPolicy.Plans.Documents;

/// <summary>One value of a JSON text by its place there; a container is followed by what it holds.</summary>
internal struct JsonEntry
{
    public JsonKind Kind { get; set; }

    /// <summary>True for a string with escapes.</summary>
    public bool IsEscaped { get; set; }

    /// <summary>Its name; names with escapes are none that a plan has.</summary>
    public JsonName Name { get; set; }

    /// <summary>First byte of the value, without quotes.</summary>
    public int Start { get; set; }

    /// <summary>Bytes of the value; 0 for containers.</summary>
    public int Length { get; set; }

    /// <summary>Number of the entry after this value and all that it holds.</summary>
    public int Next { get; set; }

    /// <summary>One bit for each name that a container holds, several names share a bit; of anything else nothing.</summary>
    public ulong Held { get; set; }

    /// <summary>The value of a number, or not a number where nobody has worked it out; shares its place with <see cref="Held"/>.</summary>
    public double Number
    {
        readonly get => BitConverter.UInt64BitsToDouble(Held);
        set => Held = BitConverter.DoubleToUInt64Bits(value);
    }

    public readonly bool MayHold(JsonName name) => (Held & Bit(name)) != 0;

    public static ulong Bit(JsonName name) => 1UL << ((int)name & 63);
}
