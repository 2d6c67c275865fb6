namespace RgPolicy.Package.Archives;

/// <summary>Writes the common ar format, which deb(5) is made of.</summary>
internal static class ArFile
{
    /// <summary>Writes it.</summary>
    public static byte[] Write(IEnumerable<(string Name, byte[] Content)> members, DateTimeOffset time)
    {
        using var bytes = new MemoryStream();
        bytes.Write("!<arch>\n"u8);
        foreach (var (name, content) in members)
        {
            bytes.Write(
                Encoding.ASCII.GetBytes(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"{name, -16}{time.ToUnixTimeSeconds(), -12}{0, -6}{0, -6}{"100644", -8}{content.Length, -10}`\n"
                    )
                )
            );
            bytes.Write(content);
            if (content.Length % 2 == 1)
                bytes.WriteByte((byte)'\n');
        }

        return bytes.ToArray();
    }
}
