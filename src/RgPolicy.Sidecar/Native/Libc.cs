using System.Runtime.InteropServices;

namespace RgPolicy.Sidecar.Native;

/// <summary>The C library's calls that .NET does not offer. Each returns -1 and sets the last error as
/// in its manual page.</summary>
internal static partial class Libc
{
    private const string Library = "libc";

    [LibraryImport(Library, EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Open(string path, int flags, int mode);

    [LibraryImport(Library, EntryPoint = "close", SetLastError = true)]
    internal static partial int Close(int descriptor);

    [LibraryImport(Library, EntryPoint = "read", SetLastError = true)]
    internal static partial nint Read(int descriptor, Span<byte> buffer, nint count);

    [LibraryImport(Library, EntryPoint = "write", SetLastError = true)]
    internal static partial nint Write(int descriptor, ReadOnlySpan<byte> buffer, nint count);

    [LibraryImport(Library, EntryPoint = "pread64", SetLastError = true)]
    internal static partial nint ReadAt(int descriptor, Span<byte> buffer, nint count, long offset);

    [LibraryImport(Library, EntryPoint = "pwrite64", SetLastError = true)]
    internal static partial nint WriteAt(int descriptor, ReadOnlySpan<byte> buffer, nint count, long offset);

    [LibraryImport(Library, EntryPoint = "fsync", SetLastError = true)]
    internal static partial int Fsync(int descriptor);

    [LibraryImport(Library, EntryPoint = "flock", SetLastError = true)]
    internal static partial int Flock(int descriptor, int operation);

    [LibraryImport(Library, EntryPoint = "mkdir", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int MakeDirectory(string path, int mode);

    [LibraryImport(Library, EntryPoint = "rmdir", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int RemoveDirectory(string path);

    [LibraryImport(Library, EntryPoint = "rename", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Rename(string from, string to);

    [LibraryImport(Library, EntryPoint = "lchown", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int ChangeOwner(string path, uint user, uint group);

    [LibraryImport(Library, EntryPoint = "faccessat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Access(int directory, string path, int mode, int flags);

    [LibraryImport(Library, EntryPoint = "chmod", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int ChangeMode(string path, uint mode);

    [LibraryImport(Library, EntryPoint = "readlink", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial nint ReadLink(string path, Span<byte> buffer, nint length);

    [LibraryImport(Library, EntryPoint = "poll", SetLastError = true)]
    internal static partial int Poll(Span<PollEntry> entries, nuint count, int timeoutMilliseconds);

    [LibraryImport(Library, EntryPoint = "socketpair", SetLastError = true)]
    internal static partial int SocketPair(int domain, int type, int protocol, Span<int> descriptors);

    [LibraryImport(Library, EntryPoint = "socket", SetLastError = true)]
    internal static partial int OpenSocket(int domain, int type, int protocol);

    [LibraryImport(Library, EntryPoint = "bind", SetLastError = true)]
    internal static partial int Bind(int descriptor, ReadOnlySpan<byte> address, int length);

    [LibraryImport(Library, EntryPoint = "setsockopt", SetLastError = true)]
    internal static partial int SetSocketOption(
        int descriptor,
        int level,
        int name,
        in FilterProgram value,
        int length
    );

    [LibraryImport(Library, EntryPoint = "fcntl", SetLastError = true)]
    internal static partial int Fcntl(int descriptor, int command, nint argument);

    [LibraryImport(Library, EntryPoint = "kill", SetLastError = true)]
    internal static partial int Kill(int processId, int signal);

    [LibraryImport(Library, EntryPoint = "setpriority", SetLastError = true)]
    internal static partial int SetPriority(int which, int who, int nice);

    [LibraryImport(Library, EntryPoint = "setsid", SetLastError = true)]
    internal static partial int SetSession();

    [LibraryImport(Library, EntryPoint = "getuid")]
    internal static partial uint GetUser();

    [LibraryImport(Library, EntryPoint = "sched_setaffinity", SetLastError = true)]
    internal static partial int SetAffinity(int threadId, nuint size, ReadOnlySpan<byte> mask);

    [LibraryImport(Library, EntryPoint = "syscall", SetLastError = true)]
    internal static partial nint SystemCall(nint number, nint first, nint second, nint third);

    [LibraryImport(Library, EntryPoint = "syscall", SetLastError = true)]
    internal static partial nint SystemCall(nint number, nint first, nint second, Span<byte> third);

    [LibraryImport(Library, EntryPoint = "syscall", SetLastError = true)]
    internal static partial nint SystemCall(nint number, nint first, Span<byte> second, nint third, nint fourth);
}

/// <summary>struct sock_fprog of the kernel's socket filters: how many instructions, and where they are.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly struct FilterProgram(ushort length, nint instructions)
{
    internal readonly ushort Length = length;

    internal readonly nint Instructions = instructions;
}
