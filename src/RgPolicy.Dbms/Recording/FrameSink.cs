using System.Buffers.Binary;
using System.IO.Compression;

namespace RgPolicy.Dbms.Recording;

/// <summary>Writes magic and version, then frames through Brotli.</summary>
internal sealed class FrameSink : IDisposable
{
    private readonly Stream _file;
    private readonly BrotliStream _packed;

    public FrameSink(Stream file)
    {
        _file = file;
        Span<byte> version = stackalloc byte[2];
        BinaryPrimitives.WriteUInt16LittleEndian(version, RecordingFormat.Version);
        _file.Write(RecordingFormat.Magic);
        _file.Write(version);
        _packed = new BrotliStream(_file, CompressionLevel.Optimal, leaveOpen: true);
    }

    /// <summary>Bytes of payload so far.</summary>
    public long Written { get; private set; }

    public void Write(FrameKind kind, ReadOnlySpan<byte> payload)
    {
        Span<byte> length = stackalloc byte[11];
        length[0] = (byte)kind;
        var used = 1;
        for (var rest = (uint)payload.Length; ; rest >>= 7)
        {
            length[used++] = (byte)(rest >= 0x80 ? rest | 0x80 : rest);
            if (rest < 0x80)
            {
                break;
            }
        }

        Span<byte> checksum = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(checksum, RecordingFormat.Checksum(kind, payload));
        _packed.Write(length[..used]);
        _packed.Write(payload);
        _packed.Write(checksum);
        Written += payload.Length;
    }

    /// <summary>Makes everything so far readable in the file.</summary>
    public void Flush()
    {
        _packed.Flush();
        _file.Flush();
    }

    public void Dispose()
    {
        _packed.Dispose();
        _file.Dispose();
    }
}
