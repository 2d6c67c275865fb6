namespace RgPolicy.Cli.Shell;

/// <summary>Standard output. A reader that goes away (<c>rgp ... | head</c>) is not an error: what is written
/// afterwards is dropped, so that a command still ends with its own exit code, and streaming commands stop.</summary>
internal sealed class OutputPipe(Stream inner) : Stream
{
    private const int PosixBrokenPipe = 32;
    private const int WindowsNoData = unchecked((int)0x800700E8);
    private const int WindowsBrokenPipe = unchecked((int)0x8007006D);

    /// <summary>True once the reader has gone.</summary>
    public bool IsClosed { get; private set; }

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (IsClosed)
            return;

        try
        {
            inner.Write(buffer);
        }
        catch (IOException error) when (error.HResult is PosixBrokenPipe or WindowsNoData or WindowsBrokenPipe)
        {
            IsClosed = true;
        }
    }

    public override void Flush()
    {
        if (!IsClosed)
            inner.Flush();
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
