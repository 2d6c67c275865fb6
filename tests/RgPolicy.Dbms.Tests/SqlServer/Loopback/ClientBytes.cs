using System.Buffers.Binary;

namespace RgPolicy.Dbms.Tests.SqlServer.Loopback;

/// <summary>Messages as a client writes them, built by hand.</summary>
internal static class ClientBytes
{
    /// <summary>A pre-login with a version and the wish for no encryption.</summary>
    public static byte[] PreLogin { get; } = [0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xFF, 6, 1, 0, 0, 0, 0, 2];

    /// <summary>A login.</summary>
    public static byte[] Login(string host, string login, string password, string app)
    {
        var fixedPart = new byte[94];
        BinaryPrimitives.WriteInt32LittleEndian(fixedPart.AsSpan(8), 8000);
        using var texts = new MemoryStream();
        Put(36, host, Encoding.Unicode.GetBytes(host));
        Put(40, login, Encoding.Unicode.GetBytes(login));
        Put(
            44,
            password,
            [.. Encoding.Unicode.GetBytes(password).Select(each => (byte)(((each << 4) | (each >> 4)) ^ 0xA5))]
        );
        Put(48, app, Encoding.Unicode.GetBytes(app));
        for (var at = 52; at < 94; at += 4)
            BinaryPrimitives.WriteUInt16LittleEndian(fixedPart.AsSpan(at), 94);
        return [.. fixedPart, .. texts.ToArray()];

        void Put(int at, string text, byte[] bytes)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(fixedPart.AsSpan(at), (ushort)(94 + texts.Length));
            BinaryPrimitives.WriteUInt16LittleEndian(fixedPart.AsSpan(at + 2), (ushort)text.Length);
            texts.Write(bytes);
        }
    }

    /// <summary>A batch.</summary>
    public static byte[] Batch(string text) => [.. Headers, .. Encoding.Unicode.GetBytes(text)];

    /// <summary>A call of sp_executesql with a number, a text, bytes and a NULL.</summary>
    public static byte[] Call(string statement, string declarations, int number, string text, byte[] bytes) =>
        [
            .. Headers,
            0xFF,
            0xFF,
            10,
            0,
            0,
            0,
            .. TextArgument("", statement),
            .. TextArgument("", declarations),
            .. Name("@number"),
            0,
            0x26,
            4,
            4,
            .. BitConverter.GetBytes(number),
            .. TextArgument("@text", text),
            .. Name("@bytes"),
            0,
            0xA5,
            0x40,
            0x1F,
            (byte)bytes.Length,
            0,
            .. bytes,
            .. Name("@nothing"),
            0,
            0x26,
            8,
            0,
        ];

    /// <summary>A message in one packet.</summary>
    public static byte[] Packet(byte kind, byte[] body)
    {
        var length = body.Length + 8;
        return [kind, 1, (byte)(length >> 8), (byte)length, 0, 0, 1, 0, .. body];
    }

    private static byte[] Headers => [22, 0, 0, 0, 18, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0];

    private static byte[] TextArgument(string name, string value) =>
        [
            .. Name(name),
            0,
            0xE7,
            0xFF,
            0xFF,
            9,
            4,
            0xD0,
            0,
            0x34,
            .. BitConverter.GetBytes(2L * value.Length),
            .. BitConverter.GetBytes(2 * value.Length),
            .. Encoding.Unicode.GetBytes(value),
            0,
            0,
            0,
            0,
        ];

    private static byte[] Name(string name) => [(byte)name.Length, .. Encoding.Unicode.GetBytes(name)];
}
