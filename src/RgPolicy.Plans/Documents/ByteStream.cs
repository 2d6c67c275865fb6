namespace RgPolicy.Plans.Documents;

/// <summary>Memory as a stream that knows whether someone asked for more than there is; it tells its length, so that
/// readers need no more room than that.</summary>
internal sealed class ByteStream(ReadOnlyMemory<byte> bytes) : Stream
{
    private int _position;

    public bool IsExhausted { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length => bytes.Length;

    public override long Position
    {
        get => _position;
        set => _position = (int)Math.Clamp(value, 0, bytes.Length);
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

    public override void Flush() { }

    public override long Seek(long offset, SeekOrigin origin) =>
        Position =
            offset
            + origin switch
            {
                SeekOrigin.Begin => 0,
                SeekOrigin.Current => _position,
                _ => bytes.Length,
            };

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
