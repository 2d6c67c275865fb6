using System.Runtime.InteropServices;
using System.Text;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// Short texts that were met lately, so that the same bytes become the same string: names of operators and tables repeat in a plan
/// and from plan to plan. A fixed number of places; a newcomer takes the place of an older one.
/// </summary>
internal sealed class TextCache
{
    private const int PlaceBits = 10;
    private const int LongestText = 64;

    private readonly string?[] _texts = new string?[1 << PlaceBits];

    public string Of(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length is 0 or > LongestText)
            return Encoding.UTF8.GetString(utf8);
        ref var place = ref _texts[TextEnds.Of(utf8).Hash >> (64 - PlaceBits)];
        if (place is { } text && Ascii.Equals(utf8, text))
            return text;
        return place = Encoding.UTF8.GetString(utf8);
    }

    /// <summary>Two texts with a sign between them.</summary>
    public string Joined(string first, char sign, string second)
    {
        var length = first.Length + 1 + second.Length;
        if (length > LongestText)
            return $"{first}{sign}{second}";
        Span<char> joined = stackalloc char[LongestText];
        first.CopyTo(joined);
        joined[first.Length] = sign;
        second.CopyTo(joined[(first.Length + 1)..]);
        return Of(joined[..length]);
    }

    private string Of(ReadOnlySpan<char> joined)
    {
        ref var place = ref _texts[TextEnds.Of(MemoryMarshal.AsBytes(joined)).Hash >> (64 - PlaceBits)];
        if (place is { } text && joined.SequenceEqual(text))
            return text;
        return place = joined.ToString();
    }
}
