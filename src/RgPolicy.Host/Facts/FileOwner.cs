using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace RgPolicy.Host.Facts;

/// <summary>A file's owner and who may write it, on Linux; a symbolic link is not followed.</summary>
/// <param name="User">The owner.</param>
/// <param name="Mode">Kind and permissions.</param>
internal readonly partial record struct FileOwner(uint User, ushort Mode)
{
    private const int CurrentDirectory = -100;
    private const int NoFollow = 0x100;
    private const int OfTheHandle = 0x1000;
    private const uint BasicStats = 0x7ff;
    private const int SizeOfStatx = 256;

    /// <summary>Whether anyone but the owner may write it.</summary>
    public bool OthersMayWrite => (Mode & 0b010_010) != 0;

    /// <summary>Whether every user of the host may write it.</summary>
    public bool AllMayWrite => (Mode & 0b010) != 0;

    /// <summary>Whether only owners may remove or rename what is in this directory, such as in /tmp.</summary>
    public bool IsSticky => (Mode & 0x200) != 0;

    /// <summary>Whether it is a directory.</summary>
    public bool IsDirectory => (Mode & 0xF000) == 0x4000;

    /// <summary>Whether it is an ordinary file.</summary>
    public bool IsRegularFile => (Mode & 0xF000) == 0x8000;

    /// <summary>Whether it is a socket.</summary>
    public bool IsSocket => (Mode & 0xF000) == 0xC000;

    /// <summary>Whether it is a symbolic link.</summary>
    public bool IsLink => (Mode & 0xF000) == 0xA000;

    /// <summary>Reads it, or null when there is no such file; statx(2) sets the last error.</summary>
    public static FileOwner? Read(string path) => Read(CurrentDirectory, path, NoFollow);

    /// <summary>The same of an open file.</summary>
    public static FileOwner? Read(SafeHandle file) => Read((int)file.DangerousGetHandle(), "", OfTheHandle);

    private static FileOwner? Read(int directory, string path, int flags)
    {
        Span<byte> stat = stackalloc byte[SizeOfStatx];
        return Statx(directory, path, flags, BasicStats, stat) == 0
            ? new FileOwner(
                BinaryPrimitives.ReadUInt32LittleEndian(stat[20..]),
                BinaryPrimitives.ReadUInt16LittleEndian(stat[28..])
            )
            : null;
    }

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Statx(int directory, string path, int flags, uint mask, Span<byte> buffer);
}
