using System.Buffers.Binary;

namespace RgPolicy.Sidecar.Native;

/// <summary>Whose a file is and who may write it; a symbolic link is not followed.</summary>
/// <param name="User">The owner.</param>
/// <param name="Mode">Kind and permissions.</param>
internal readonly record struct FileOwner(uint User, ushort Mode)
{
    private const int CurrentDirectory = -100;
    private const int NoFollow = 0x100;
    private const uint BasicStats = 0x7ff;
    private const int SizeOfStatx = 256;

    /// <summary>Whether somebody but the owner may write it.</summary>
    internal bool OthersMayWrite => (Mode & 0b010_010) != 0;

    internal bool IsDirectory => (Mode & 0xF000) == 0x4000;

    internal bool IsRegularFile => (Mode & 0xF000) == 0x8000;

    internal bool IsSocket => (Mode & 0xF000) == 0xC000;

    /// <summary>Reads it, or null when there is no such file.</summary>
    internal static FileOwner? Read(string path)
    {
        Span<byte> stat = stackalloc byte[SizeOfStatx];
        return Libc.Statx(CurrentDirectory, path, NoFollow, BasicStats, stat) == 0
            ? new FileOwner(
                BinaryPrimitives.ReadUInt32LittleEndian(stat[20..]), BinaryPrimitives.ReadUInt16LittleEndian(stat[28..]))
            : null;
    }
}
