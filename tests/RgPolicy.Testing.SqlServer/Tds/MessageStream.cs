using System.Buffers.Binary;

namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>Cuts messages into packets, and puts packets together (MS-TDS 2.2.3).</summary>
internal sealed class MessageStream(Stream stream)
{
    /// <summary>The smallest packet.</summary>
    public const int LeastPacketBytes = 512;

    /// <summary>The largest packet.</summary>
    public const int MostPacketBytes = 32767;

    private const int HeaderBytes = 8;
    private const int LongestMessage = 16 << 20;
    private const byte IsLast = 1;

    /// <summary>A packet, its header included; what client and server agree on at login counts from the
    /// answer to the login on.</summary>
    public int PacketBytes { get; set; } = 4096;

    /// <summary>The next message, or null at the end of the connection.</summary>
    /// <exception cref="ProtocolException">The bytes are no packets.</exception>
    public async Task<Message?> ReadAsync(CancellationToken cancellationToken)
    {
        var header = new byte[HeaderBytes];
        using var body = new MemoryStream();
        while (true)
        {
            var read = await stream.ReadAtLeastAsync(header, HeaderBytes, throwOnEndOfStream: false, cancellationToken);
            if (read < HeaderBytes)
                return null;
            var length = BinaryPrimitives.ReadUInt16BigEndian(header.AsSpan(2)) - HeaderBytes;
            if (length < 0 || body.Length + length > LongestMessage)
                throw new ProtocolException("a packet's length is not possible");
            var part = new byte[length];
            if (await stream.ReadAtLeastAsync(part, length, throwOnEndOfStream: false, cancellationToken) < length)
                return null;
            body.Write(part);
            if ((header[1] & IsLast) != 0)
                return new Message((MessageKind)header[0], body.ToArray());
        }
    }

    /// <summary>Sends an answer.</summary>
    public async Task WriteAsync(ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        byte number = 1;
        do
        {
            var part = body[..Math.Min(body.Length, PacketBytes - HeaderBytes)];
            body = body[part.Length..];
            var packet = new byte[HeaderBytes + part.Length];
            packet[0] = (byte)MessageKind.Answer;
            packet[1] = body.IsEmpty ? IsLast : (byte)0;
            BinaryPrimitives.WriteUInt16BigEndian(packet.AsSpan(2), (ushort)packet.Length);
            packet[6] = number++;
            part.CopyTo(packet.AsMemory(HeaderBytes));
            await stream.WriteAsync(packet, cancellationToken);
        } while (!body.IsEmpty);
        await stream.FlushAsync(cancellationToken);
    }
}
