namespace RgPolicy.Plans.Documents;

/// <summary>Memory as a stream that knows whether someone asked for more than there is.</summary>
internal sealed class ByteStream(ArraySegment<byte> bytes)
    : MemoryStream(bytes.Array ?? [], bytes.Offset, bytes.Count, writable: false)
{
    public bool IsExhausted { get; private set; }

    public override int Read(byte[] buffer, int offset, int count)
    {
        var read = base.Read(buffer, offset, count);
        IsExhausted |= read == 0 && count > 0;
        return read;
    }
}

/// <summary>The same of its characters, decoded as they are asked for; bytes that are not valid read as U+FFFD.</summary>
internal sealed class EncodedReader(ByteStream stream, Encoding encoding)
    : StreamReader(stream, encoding, detectEncodingFromByteOrderMarks: false)
{
    public bool IsExhausted { get; private set; }

    public override int Read(char[] buffer, int index, int count)
    {
        var read = base.Read(buffer, index, count);
        IsExhausted |= read == 0 && count > 0;
        return read;
    }
}
