namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>Reads an argument: its type, then its value.</summary>
internal static class ValueReader
{
    private const int CollationBytes = 5;
    private const ulong NullOfMax = ulong.MaxValue;

    /// <summary>Reads it; NULL is null.</summary>
    /// <exception cref="ProtocolException">The type is not known, or the value is cut.</exception>
    public static object? Read(ref MessageReader reader)
    {
        switch (reader.Byte())
        {
            case TypeCode.Integer:
                reader.Byte();
                return Integer(ref reader);
            case TypeCode.Bit:
                reader.Byte();
                return reader.Byte() == 0 ? null : reader.Byte() != 0;
            case TypeCode.Text:
                var length = reader.UInt16();
                reader.Bytes(CollationBytes);
                return Sized(ref reader, length) is { } text ? Encoding.Unicode.GetString(text) : null;
            case TypeCode.Binary:
                return Sized(ref reader, reader.UInt16());
            case var type:
                throw new ProtocolException($"the type {type:X2} is not known");
        }
    }

    private static object? Integer(ref MessageReader reader) =>
        reader.Byte() switch
        {
            0 => null,
            1 => reader.Byte(),
            2 => (short)reader.UInt16(),
            4 => reader.Int32(),
            8 => reader.Int64(),
            _ => throw new ProtocolException("a number of that length is not known"),
        };

    private static byte[]? Sized(ref MessageReader reader, int most)
    {
        if (most == TypeCode.Max)
            return InChunks(ref reader);
        var length = reader.UInt16();
        return length == TypeCode.Max ? null : reader.Bytes(length).ToArray();
    }

    private static byte[]? InChunks(ref MessageReader reader)
    {
        if ((ulong)reader.Int64() == NullOfMax)
            return null;
        using var all = new MemoryStream();
        for (var length = reader.Int32(); length != 0; length = reader.Int32())
            all.Write(reader.Bytes(length));
        return all.ToArray();
    }
}
