using System.Text;

namespace RgPolicy.Plans.Documents;

/// <summary>The encoding of a document by byte-order mark and content; what it declares about itself is
/// not believed.</summary>
internal static class EncodingRecogniser
{
    private const int Sample = 1024;

    /// <summary>The encoding, its name, and how many bytes the mark takes.</summary>
    public static (Encoding Encoding, string Name, int Mark) Recognise(ReadOnlySpan<byte> document)
    {
        if (document.StartsWith((ReadOnlySpan<byte>)[0xEF, 0xBB, 0xBF]))
            return (Encoding.UTF8, "utf-8", 3);
        if (document.StartsWith((ReadOnlySpan<byte>)[0xFF, 0xFE, 0, 0]))
            return (Encoding.UTF32, "utf-32le", 4);
        if (document.StartsWith((ReadOnlySpan<byte>)[0xFF, 0xFE]))
            return (Encoding.Unicode, "utf-16le", 2);
        if (document.StartsWith((ReadOnlySpan<byte>)[0xFE, 0xFF]))
            return (Encoding.BigEndianUnicode, "utf-16be", 2);
        return ByZeroBytes(document[..Math.Min(Sample, document.Length)]);
    }

    /// <summary>Plan documents are mostly ASCII, so UTF-16 without a mark shows as zeros at every other byte.</summary>
    private static (Encoding Encoding, string Name, int Mark) ByZeroBytes(ReadOnlySpan<byte> sample)
    {
        if (!sample.Contains((byte)0))
            return (Encoding.UTF8, "utf-8", 0);
        int even = 0,
            odd = 0;
        for (var i = 0; i < sample.Length; i++)
        {
            if (sample[i] != 0)
                continue;
            if (i % 2 == 0)
                even++;
            else
                odd++;
        }

        var half = sample.Length / 2;
        if (half > 0 && odd * 2 > half && even * 10 < half)
            return (Encoding.Unicode, "utf-16le", 0);
        if (half > 0 && even * 2 > half && odd * 10 < half)
            return (Encoding.BigEndianUnicode, "utf-16be", 0);
        return (Encoding.UTF8, "utf-8", 0);
    }
}
