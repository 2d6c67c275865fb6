namespace RgPolicy.Language.Text;

/// <summary>Bytes to text: UTF-8, with or without a byte-order mark.</summary>
internal static class TextDecoder
{
    private static readonly UTF8Encoding Strict = new(
        encoderShouldEmitUTF8Identifier: false,
        throwOnInvalidBytes: true
    );

    /// <summary>The text, or null and the offset of the first byte that is not UTF-8.</summary>
    public static string? Decode(ReadOnlySpan<byte> bytes, out int badOffset)
    {
        var content = bytes.StartsWith(Encoding.UTF8.Preamble) ? bytes[Encoding.UTF8.Preamble.Length..] : bytes;
        badOffset = FirstBadByte(content);
        return badOffset < 0 ? Strict.GetString(content) : null;
    }

    /// <summary>The encoding of several bytes for each character that a file begins in, with or without a byte-order
    /// mark; else null.</summary>
    public static string? WideEncoding(ReadOnlySpan<byte> bytes) =>
        bytes switch
        {
            [0xFF, 0xFE, 0, 0, ..] => "UTF-32 (little-endian)",
            [0, 0, 0xFE, 0xFF, ..] => "UTF-32 (big-endian)",
            [0xFF, 0xFE, ..] => "UTF-16 (little-endian)",
            [0xFE, 0xFF, ..] => "UTF-16 (big-endian)",
            [not 0, 0, not 0, 0, ..] => "UTF-16 (little-endian)",
            [0, not 0, 0, not 0, ..] => "UTF-16 (big-endian)",
            _ => null,
        };

    private static int FirstBadByte(ReadOnlySpan<byte> bytes)
    {
        for (var offset = 0; offset < bytes.Length; )
        {
            if (Rune.DecodeFromUtf8(bytes[offset..], out _, out var consumed) != System.Buffers.OperationStatus.Done)
                return offset;

            offset += consumed;
        }

        return -1;
    }
}
