using System.ComponentModel;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using RgPolicy.Host.Facts;

namespace RgPolicy.Dbms.Files;

/// <summary>Reads files that users name. Only ordinary files are opened, never waiting for a writer; no more than a
/// limit is read; and a file system that does not answer is given up after a while. What goes wrong is thrown as
/// <see cref="File"/> throws it.</summary>
internal static partial class BoundedFile
{
    private const int ReadOnly = 0;
    private const int NoSuchFile = 2;
    private const int NotAllowed = 13;
    private const int NotADirectory = 20;
    private const int PieceBytes = 81_920;

    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    // O_NONBLOCK | O_CLOEXEC; the same on all processors that .NET runs on.
    private const int WithoutWaiting = 0x800 | 0x80000;

    /// <exception cref="IOException">It is larger, no ordinary file, or does not answer.</exception>
    public static byte[] Read(string path, int most)
    {
        var bytes = ReadBeginning(path, most);
        return bytes.Length <= most
            ? bytes
            : throw new IOException(FormattableString.Invariant($"{path} is larger than {most} bytes."));
    }

    /// <summary>Reads at most one byte more than so many, so that the caller can see that there are more.</summary>
    public static byte[] ReadBeginning(string path, int most) => WithinPatience(path, () => ReadNow(path, most));

    public static FileStream Open(string path) => WithinPatience(path, () => OpenNow(path));

    public static byte[] ReadNow(string path, int most)
    {
        using var file = OpenNow(path);
        using var bytes = new MemoryStream();
        var buffer = new byte[PieceBytes];
        while (
            bytes.Length <= most
            && file.Read(buffer, 0, (int)Math.Min(buffer.Length, most + 1L - bytes.Length)) is var count and > 0
        )
            bytes.Write(buffer, 0, count);
        return bytes.ToArray();
    }

    /// <summary>A read that hangs in the kernel cannot be cancelled: its thread is left behind.</summary>
    private static T WithinPatience<T>(string path, Func<T> work)
    {
        var working = Task.Factory.StartNew(
            work,
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default
        );
        if (Task.WaitAny([working], Patience) < 0)
            throw new IOException(
                FormattableString.Invariant(
                    $"{path} has not answered within {Patience.TotalSeconds} s: is its file system there?"
                )
            );
        return working.GetAwaiter().GetResult();
    }

    private static FileStream OpenNow(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        if (!OperatingSystem.IsLinux())
            return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        var file = OpenFile(path, ReadOnly | WithoutWaiting);
        if (file.IsInvalid)
            throw Failure(path, Marshal.GetLastPInvokeError());
        if (FileOwner.Read(file) is { IsRegularFile: true })
            return new FileStream(file, FileAccess.Read, bufferSize: 1);
        file.Dispose();
        throw Directory.Exists(path)
            ? new UnauthorizedAccessException($"Access to the path '{path}' is denied.")
            : new IOException($"{path} is not an ordinary file.");
    }

    private static Exception Failure(string path, int error) =>
        error switch
        {
            NoSuchFile when Directory.Exists(Path.GetDirectoryName(Path.GetFullPath(path))) =>
                new FileNotFoundException($"Could not find file '{path}'.", path),
            NoSuchFile or NotADirectory => new DirectoryNotFoundException(
                $"Could not find a part of the path '{path}'."
            ),
            NotAllowed => new UnauthorizedAccessException($"Access to the path '{path}' is denied."),
            _ => new IOException($"{path}: {new Win32Exception(error).Message}"),
        };

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial SafeFileHandle OpenFile(string path, int flags);
}
