using System.Runtime.InteropServices;

namespace RgPolicy.Testing.Stack;

/// <summary>What the kernel keeps of files in memory.</summary>
internal static partial class PageCache
{
    private const int DontNeed = 4;

    /// <summary>Writes a file out and has the kernel forget what it keeps of it.</summary>
    /// <exception cref="InvalidOperationException">The kernel refused.</exception>
    public static void Evict(string file)
    {
        using var handle = File.OpenHandle(file, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        RandomAccess.FlushToDisk(handle);
        if (Advise(handle, 0, 0, DontNeed) is not 0 and var error)
            throw new InvalidOperationException($"posix_fadvise: {error}");
    }

    [LibraryImport("libc", EntryPoint = "posix_fadvise")]
    private static partial int Advise(SafeHandle file, long offset, long length, int advice);
}
