namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>Who wants in (MS-TDS 2.2.6.4).</summary>
/// <param name="Host">The client's host.</param>
/// <param name="Login">The login.</param>
/// <param name="Password">Its password.</param>
/// <param name="Application">The name that the client gives itself.</param>
/// <param name="Database">The database that it asks for; empty for the login's own.</param>
/// <param name="PacketBytes">How large packets shall be, their headers included.</param>
internal sealed record LoginRequest(
    string Host,
    string Login,
    string Password,
    string Application,
    string Database,
    int PacketBytes
)
{
    private const int PacketAt = 8;
    private const int TextsAt = 36;
    private const int DatabaseAt = 68;

    /// <summary>Reads it.</summary>
    /// <exception cref="ProtocolException">It is none.</exception>
    public static LoginRequest Read(byte[] body) =>
        new(
            Text(body, TextsAt),
            Text(body, TextsAt + 4),
            Disguised(body, TextsAt + 8),
            Text(body, TextsAt + 12),
            Text(body, DatabaseAt),
            Packet(body)
        );

    private static int Packet(byte[] body)
    {
        var reader = new MessageReader(body);
        reader.Seek(PacketAt);
        return Math.Clamp(reader.Int32(), MessageStream.LeastPacketBytes, MessageStream.MostPacketBytes);
    }

    private static string Text(byte[] body, int at) => Encoding.Unicode.GetString(Field(body, at));

    /// <summary>Passwords are only disguised: the halves of each byte changed places, and then some
    /// bits were turned.</summary>
    private static string Disguised(byte[] body, int at)
    {
        var bytes = Field(body, at).ToArray();
        for (var i = 0; i < bytes.Length; i++)
        {
            var turned = bytes[i] ^ 0xA5;
            bytes[i] = (byte)(turned << 4 | turned >> 4);
        }

        return Encoding.Unicode.GetString(bytes);
    }

    private static ReadOnlySpan<byte> Field(byte[] body, int at)
    {
        var reader = new MessageReader(body);
        reader.Seek(at);
        var (place, characters) = (reader.UInt16(), reader.UInt16());
        reader.Seek(place);
        return reader.Bytes(2L * characters);
    }
}
