namespace RgPolicy.Plans.Documents;

/// <summary>Memory as a stream that knows whether someone asked for more than there is.</summary>
internal sealed class ByteStream(ReadOnlyMemory<byte> bytes) : Stream
{
    private int _position;

    public bool IsExhausted { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => bytes.Length;

    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        var count = Math.Min(buffer.Length, bytes.Length - _position);
        bytes.Span.Slice(_position, count).CopyTo(buffer);
        _position += count;
        IsExhausted |= count == 0 && !buffer.IsEmpty;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
