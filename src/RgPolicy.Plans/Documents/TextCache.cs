namespace RgPolicy.Plans.Documents;

/// <summary>
/// Short texts that were met lately, so that the same letters become the same string: names of operators
/// and tables repeat in a plan and from plan to plan. A fixed number of places; a newcomer takes the place of an older
/// one. Safe to use from several threads: a place holds a whole text.
/// </summary>
internal sealed class TextCache
{
    /// <summary>A longer text is made anew each time.</summary>
    public const int LongestText = 64;

    private const int Places = 1024;

    private readonly string?[] _texts = new string?[Places];

    public string Of(ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length is 0 or > LongestText)
            return Encoding.UTF8.GetString(utf8);
        ref var place = ref Place(utf8[0], utf8[utf8.Length / 2], utf8[^1], utf8.Length);
        return place is { } known && Ascii.Equals(utf8, known) ? known : place = Encoding.UTF8.GetString(utf8);
    }

    public string Of(ReadOnlySpan<char> text)
    {
        if (text.Length is 0 or > LongestText)
            return text.ToString();
        ref var place = ref Place(text[0], text[text.Length / 2], text[^1], text.Length);
        return place is { } known && text.SequenceEqual(known) ? known : place = text.ToString();
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

    private ref string? Place(int first, int middle, int last, int length) =>
        ref _texts[(uint)(length + (37 * first) + (101 * middle) + (977 * last)) % Places];
}
