using System.Text;

namespace RgPolicy.Language.Text;

/// <summary>Bytes to text: UTF-8, with or without a byte-order mark.</summary>
internal static class TextDecoder
{
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>The text, or null and the offset of the first byte that is not UTF-8.</summary>
    public static string? Decode(ReadOnlySpan<byte> bytes, out int badOffset)
    {
        var content = bytes.StartsWith(Encoding.UTF8.Preamble) ? bytes[Encoding.UTF8.Preamble.Length..] : bytes;
        badOffset = FirstBadByte(content);
        return badOffset < 0 ? Strict.GetString(content) : null;
    }

    private static int FirstBadByte(ReadOnlySpan<byte> bytes)
    {
        for (var offset = 0; offset < bytes.Length;)
        {
            if (Rune.DecodeFromUtf8(bytes[offset..], out _, out var consumed) != System.Buffers.OperationStatus.Done)
            {
                return offset;
            }

            offset += consumed;
        }

        return -1;
    }
}
