using System.Buffers.Binary;

namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>What client and server tell each other first (MS-TDS 2.2.6.5): here, that there is no encryption.</summary>
internal static class PreLogin
{
    private const byte VersionOption = 0;
    private const byte EncryptionOption = 1;
    private const byte Terminator = 0xFF;
    private const byte NotSupported = 2;
    private const int EntryBytes = 5;

    /// <summary>Checks what a client sent.</summary>
    /// <exception cref="ProtocolException">It is no pre-login.</exception>
    public static void Check(byte[] body)
    {
        var reader = new MessageReader(body);
        for (var option = reader.Byte(); option != Terminator; option = reader.Byte())
        {
            var value = new MessageReader(body);
            value.Seek(reader.UInt16BigEndian());
            value.Bytes(reader.UInt16BigEndian());
        }
    }

    /// <summary>The server's part.</summary>
    public static byte[] Answer(Version version)
    {
        const int valuesAt = 2 * EntryBytes + 1;
        var body = new byte[valuesAt + 7];
        Entry(body, 0, VersionOption, valuesAt, 6);
        Entry(body, EntryBytes, EncryptionOption, valuesAt + 6, 1);
        body[2 * EntryBytes] = Terminator;
        body[valuesAt] = (byte)version.Major;
        body[valuesAt + 1] = (byte)version.Minor;
        BinaryPrimitives.WriteUInt16BigEndian(body.AsSpan(valuesAt + 2), (ushort)version.Build);
        body[valuesAt + 6] = NotSupported;
        return body;
    }

    private static void Entry(byte[] body, int at, byte option, int place, int length)
    {
        body[at] = option;
        BinaryPrimitives.WriteUInt16BigEndian(body.AsSpan(at + 1), (ushort)place);
        BinaryPrimitives.WriteUInt16BigEndian(body.AsSpan(at + 3), (ushort)length);
    }
}
