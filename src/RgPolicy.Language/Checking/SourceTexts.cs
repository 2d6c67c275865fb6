using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Checking;

/// <summary>Bytes or text to a source text, within the limits.</summary>
internal static class SourceTexts
{
    private const char ByteOrderMark = '\uFEFF';
    private static readonly TextRange Start = new(1, 1, 1, 1);

    /// <summary>The text of a file, or null (and RG0001 or RG0003).</summary>
    public static SourceText? Of(ReadOnlySpan<byte> bytes, string path, DiagnosticBag bag)
    {
        if (bytes.Length > TextLimits.Size)
        {
            bag.Add("RG0001", Start, $"A file has at most {TextLimits.Size} bytes; this one has {bytes.Length}.");
            return null;
        }

        if (TextDecoder.WideEncoding(bytes) is { } encoding)
        {
            bag.Add("RG0003", Start, $"This file is {encoding}: save it as UTF-8.");
            return null;
        }

        if (TextDecoder.Decode(bytes, out var badOffset) is { } text)
            return Of(text, path, bag);

        bag.Add("RG0003", Start, $"Byte {badOffset} is not UTF-8 (the file may be in Windows-1252): save it as UTF-8.");
        return null;
    }

    /// <summary>The text without its byte-order mark, or null (and RG0001).</summary>
    public static SourceText? Of(string text, string path, DiagnosticBag bag)
    {
        if (text.Length <= TextLimits.Size)
            return new SourceText(text.TrimStart(ByteOrderMark), path);

        bag.Add("RG0001", Start, $"A file has at most {TextLimits.Size} characters; this one has {text.Length}.");
        return null;
    }
}
