using System.Text;

namespace RgPolicy.Plans.Documents;

/// <summary>Bytes as characters, decoded piece by piece as they are asked for, so that a large document
/// needs no second copy.</summary>
internal sealed class EncodedReader(ReadOnlyMemory<byte> bytes, Encoding encoding) : TextReader
{
    private readonly Decoder _decoder = encoding.GetDecoder();
    private int _consumed;
    private char? _left;

    /// <summary>True once someone asked for more than there is.</summary>
    public bool IsExhausted { get; private set; }

    /// <summary>True when bytes were met that are not valid in the encoding; they read as U+FFFD.</summary>
    public bool HasInvalidBytes { get; private set; }

    public override int Read(char[] buffer, int index, int count) => Read(buffer.AsSpan(index, count));

    public override int Read(Span<char> buffer)
    {
        if (buffer.IsEmpty)
            return 0;
        if (_left is not char left)
            return buffer.Length == 1 ? ReadOne(buffer) : Decode(buffer);
        buffer[0] = left;
        _left = null;
        return 1;
    }

    /// <summary>A pair of surrogates needs two places; the second waits.</summary>
    private int ReadOne(Span<char> buffer)
    {
        Span<char> pair = stackalloc char[2];
        var written = Decode(pair);
        if (written == 2)
            _left = pair[1];
        if (written > 0)
            buffer[0] = pair[0];
        return Math.Min(written, 1);
    }

    private int Decode(Span<char> buffer)
    {
        _decoder.Convert(bytes.Span[_consumed..], buffer, flush: true, out var used, out var written, out _);
        _consumed += used;
        IsExhausted |= written == 0;
        HasInvalidBytes = HasInvalidBytes || buffer[..written].Contains('\uFFFD');
        return written;
    }
}
