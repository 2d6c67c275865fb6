namespace RgPolicy.Cli.Tests;

/// <summary>Hands its bytes out in pieces of random size, as a pipe may.</summary>
internal sealed class ChunkStream(byte[] content, Random random) : MemoryStream(content)
{
    public override int Read(Span<byte> buffer) => base.Read(buffer[..Size(buffer.Length)]);

    public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Size(count));

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        ValueTask.FromResult(Read(buffer.Span));

    private int Size(int most) => most == 0 ? 0 : 1 + random.Next(Math.Min(most, 300));
}
