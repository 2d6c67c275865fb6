using System.Buffers.Binary;

namespace RgPolicy.Testing.MySql;

/// <summary>The body of one packet of the MySQL protocol.</summary>
internal sealed class PacketWriter
{
    private const int ShortLength = 251;
    private readonly List<byte> _body = [];

    /// <summary>Adds a number of so many bytes.</summary>
    public PacketWriter Number(long value, int bytes)
    {
        Span<byte> all = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(all, value);
        _body.AddRange(all[..bytes]);
        return this;
    }

    /// <summary>Adds a text that ends with a zero.</summary>
    public PacketWriter Terminated(string text)
    {
        _body.AddRange(Encoding.UTF8.GetBytes(text));
        return Number(0, 1);
    }

    /// <summary>Adds bytes as they are.</summary>
    public PacketWriter Bytes(ReadOnlySpan<byte> bytes)
    {
        _body.AddRange(bytes);
        return this;
    }

    /// <summary>Adds a text with its length before it.</summary>
    public PacketWriter Text(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        (bytes.Length < ShortLength ? this : Number(0xFC, 1)).Number(bytes.Length, bytes.Length < ShortLength ? 1 : 2);
        return Bytes(bytes);
    }

    /// <summary>Adds a value of a row of text.</summary>
    public PacketWriter Value(object? value) =>
        value switch
        {
            null => Number(0xFB, 1),
            DateTime time => Text(time.ToString("yyyy-MM-dd HH:mm:ss.ffffff", CultureInfo.InvariantCulture)),
            _ => Text(Convert.ToString(value, CultureInfo.InvariantCulture) ?? ""),
        };

    /// <summary>What was added.</summary>
    public byte[] ToArray() => [.. _body];
}
