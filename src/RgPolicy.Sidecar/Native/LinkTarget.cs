using System.Text;

namespace RgPolicy.Sidecar.Native;

/// <summary>What a symbolic link says, as it is.</summary>
internal static class LinkTarget
{
    private const int Longest = 256;

    /// <summary>Reads it, cut at 256 bytes; null when there is no such link.</summary>
    internal static string? Read(string path)
    {
        Span<byte> buffer = stackalloc byte[Longest];
        var length = (int)Libc.ReadLink(path, buffer, buffer.Length);
        return length < 0 ? null : Encoding.UTF8.GetString(buffer[..length]);
    }
}
