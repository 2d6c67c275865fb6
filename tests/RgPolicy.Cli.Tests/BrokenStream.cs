namespace RgPolicy.Cli.Tests;

/// <summary>A pipe whose reader has gone: every write fails with EPIPE.</summary>
internal sealed class BrokenStream : MemoryStream
{
    public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("Broken pipe", 32);
}
