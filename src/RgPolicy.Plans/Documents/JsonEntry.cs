using System.Runtime.CompilerServices;

namespace RgPolicy.Plans.Documents;

/// <summary>One value of a JSON text by its place there; a container is followed by what it holds.</summary>
internal struct JsonEntry
{
    public JsonKind Kind { get; set; }

    /// <summary>True for a string with escapes.</summary>
    public bool IsEscaped { get; set; }

    /// <summary>True for a container whose end is missing.</summary>
    public bool IsCut { get; set; }

    /// <summary>Its name; names with escapes are none that a plan has.</summary>
    public JsonName Name { get; set; }

    /// <summary>First byte of the value, without quotes.</summary>
    public int Start { get; set; }

    /// <summary>Bytes of the value; 0 for containers.</summary>
    public int Length { get; set; }

    /// <summary>Number of the entry after this value and all that it holds.</summary>
    public int Next { get; set; }

    /// <summary>One bit for each name that a container holds, several names share a bit; of anything
    /// else nothing.</summary>
    public ulong Held { get; set; }

    /// <summary>The value of a number, or not a number where it was not worked out; shares its place with
    /// <see cref="Held"/>.</summary>
    public double Number
    {
        readonly get => BitConverter.UInt64BitsToDouble(Held);
        set => Held = BitConverter.DoubleToUInt64Bits(value);
    }

    /// <summary>Takes the place of whatever value this was before.</summary>
    /// <param name="kind">What it is.</param>
    /// <param name="isEscaped">True for a string with escapes.</param>
    /// <param name="name">Its name, if it has one.</param>
    /// <param name="start">Where it begins, without quotes.</param>
    /// <param name="length">Its bytes, without quotes; 0 for containers.</param>
    /// <param name="number">The value of a number where it is known already; 0 for containers.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Become(JsonKind kind, bool isEscaped, JsonName name, int start, int length, double number)
    {
        (Kind, IsEscaped, IsCut, Name) = (kind, isEscaped, false, name);
        (Start, Length, Number) = (start, length, number);
    }

    public readonly bool MayHold(JsonName name) => (Held & Bit(name)) != 0;

    /// <summary>The bit of a name; no name has none.</summary>
    public static ulong Bit(JsonName name) => (name == JsonName.None ? 0UL : 1UL) << ((int)name & 63);
}
