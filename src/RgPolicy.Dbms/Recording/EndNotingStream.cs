namespace RgPolicy.Dbms.Recording;

/// <summary>
/// Passes reads through, counts them, and remembers whether the end was met, which tells a cut-off file
/// from a damaged one.
/// </summary>
internal sealed class EndNotingStream : Stream
{
    private readonly Stream _inner;

    public EndNotingStream(Stream inner) => _inner = inner;

    /// <summary>Bytes read so far.</summary>
    public long Count { get; private set; }

    /// <summary>True once a read found nothing more.</summary>
    public bool IsAtEnd { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        var read = _inner.Read(buffer);
        Count += read;
        IsAtEnd |= read == 0 && !buffer.IsEmpty;
        return read;
    }

    public override void Flush() { }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _inner.Dispose();
        }

        base.Dispose(disposing);
    }
}
