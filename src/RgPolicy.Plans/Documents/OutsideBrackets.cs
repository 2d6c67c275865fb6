using System.Buffers;

namespace RgPolicy.Plans.Documents;

/// <summary>The brackets of a text outside of the JSON values that were read from it. One that closes what was never
/// opened tells that the beginning of a document is missing.</summary>
internal struct OutsideBrackets
{
    private static readonly SearchValues<byte> Signs = SearchValues.Create("[]{}"u8);

    private int _open;

    public bool ClosesTooMuch { get; private set; }

    /// <summary>Adds what stands between two values, or before the first or after the last.</summary>
    public void Add(ReadOnlySpan<byte> between)
    {
        for (var at = between.IndexOfAny(Signs); at >= 0; at = between.IndexOfAny(Signs))
        {
            _open += between[at] is (byte)'[' or (byte)'{' ? 1 : -1;
            ClosesTooMuch |= _open < 0;
            _open = Math.Max(0, _open);
            between = between[(at + 1)..];
        }
    }
}
