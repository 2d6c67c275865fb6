namespace RgPolicy.Sidecar.Native;

/// <summary>Files of the kernel's own file systems: one command is one write, never buffered and never split.</summary>
internal static class KernelFile
{
    internal const int WriteOnly = 1;
    internal const int ReadWrite = 2;
    internal const int Create = 0x40;
    internal const int Append = 0x400;
    internal const int NonBlocking = 0x800;
    internal const int CloseOnExec = 0x80000;

    // O_NOFOLLOW and O_DIRECTORY differ on arm64.
    internal static readonly int NoFollow = IsArm ? 0x8000 : 0x20000;
    internal static readonly int Directory = IsArm ? 0x4000 : 0x10000;

    private static bool IsArm =>
        System.Runtime.InteropServices.RuntimeInformation.ProcessArchitecture
            is System.Runtime.InteropServices.Architecture.Arm64
                or System.Runtime.InteropServices.Architecture.Arm;

    /// <summary>Reads a file from its beginning; returns how many bytes, as far as the buffer reaches, or -1.</summary>
    internal static int Read(string path, Span<byte> buffer)
    {
        var descriptor = Libc.Open(path, CloseOnExec | NoFollow, 0);
        if (descriptor < 0)
            return -1;

        var length = 0;
        nint read;
        while ((read = Libc.Read(descriptor, buffer[length..], buffer.Length - length)) > 0)
            length += (int)read;

        _ = Libc.Close(descriptor);
        return length;
    }

    /// <summary>Writes a command and returns 0, or the error number.</summary>
    internal static int Write(string path, string command)
    {
        var descriptor = Libc.Open(path, WriteOnly | CloseOnExec | NoFollow, 0);
        if (descriptor < 0)
            return Errno.Last;

        var error = WriteAll(descriptor, Encoding.ASCII.GetBytes(command));
        _ = Libc.Close(descriptor);
        return error;
    }

    /// <summary>Writes bytes in one call and returns 0, or the error number.</summary>
    internal static int WriteAll(int descriptor, ReadOnlySpan<byte> bytes)
    {
        nint written;
        do
        {
            written = Libc.Write(descriptor, bytes, bytes.Length);
        } while (written < 0 && Errno.Last == Errno.Interrupted);

        return written < 0 ? Errno.Last
            : written == bytes.Length ? 0
            : Errno.NoSpace;
    }

    /// <summary>Makes a directory and returns 0, or the error number.</summary>
    internal static int MakeDirectory(string path) => Libc.MakeDirectory(path, 0b111_101_101) == 0 ? 0 : Errno.Last;

    /// <summary>Removes an empty directory and returns 0, or the error number.</summary>
    internal static int RemoveDirectory(string path) => Libc.RemoveDirectory(path) == 0 ? 0 : Errno.Last;
}
