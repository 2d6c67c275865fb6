using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace RgPolicy.Service.ThisHost;

/// <summary>Asks the kernel to read the program's own file at once. After a boot, or when memory was scarce, its pages
/// come from the disk one fault at a time, and on a host whose processors are full each fault costs a turn in the queue
/// as well. What the page cache holds already is not read again.</summary>
internal static partial class ProgramPages
{
    private const int WillNeed = 3; // POSIX_FADV_WILLNEED of <fcntl.h> on Linux.

    /// <summary>Asks, on Linux; a start goes on without it where it cannot be done.</summary>
    public static void ReadAhead()
    {
        if (!OperatingSystem.IsLinux() || Environment.ProcessPath is not { } path)
            return;

        try
        {
            using var file = File.OpenHandle(path);
            Advise(file, 0, 0, WillNeed);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return; // It may be run by those who may not read it.
        }
    }

    [LibraryImport("libc", EntryPoint = "posix_fadvise")]
    private static partial int Advise(SafeFileHandle file, long offset, long length, int advice);
}
