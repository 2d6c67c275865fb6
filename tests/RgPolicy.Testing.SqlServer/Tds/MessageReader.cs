using System.Buffers.Binary;

namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>Reads a message's fields in their order; whatever is outside the message is an error of the
/// client's.</summary>
internal ref struct MessageReader(ReadOnlySpan<byte> body)
{
    private readonly ReadOnlySpan<byte> _body = body;
    private int _at;

    /// <summary>True behind the last byte.</summary>
    public readonly bool IsAtEnd => _at >= _body.Length;

    /// <summary>Goes on at another place.</summary>
    public void Seek(int place) =>
        _at = place < 0 || place > _body.Length ? throw new ProtocolException("a place outside of the message") : place;

    /// <summary>The next bytes.</summary>
    public ReadOnlySpan<byte> Bytes(long count)
    {
        if (count < 0 || count > _body.Length - _at)
            throw new ProtocolException("the message is shorter than it says");
        var bytes = _body.Slice(_at, (int)count);
        _at += (int)count;
        return bytes;
    }

    public byte Byte() => Bytes(1)[0];

    public int UInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Bytes(2));

    public int UInt16BigEndian() => BinaryPrimitives.ReadUInt16BigEndian(Bytes(2));

    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Bytes(4));

    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Bytes(8));

    /// <summary>Text in UTF-16.</summary>
    /// <param name="characters">How many.</param>
    public string Text(int characters) => Encoding.Unicode.GetString(Bytes(2L * characters));

    /// <summary>All that is left, as text.</summary>
    public string Rest() => Text((_body.Length - _at) / 2);
}
