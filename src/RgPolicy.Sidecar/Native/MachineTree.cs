using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;

namespace RgPolicy.Sidecar.Native;

/// <summary>The kernel's own files of this machine.</summary>
internal sealed class MachineTree : IKernelTree
{
    private const int ExclusiveAtOnce = 2 | 4;
    private const int CommandBytes = 4096;
    private const int CurrentDirectory = -100;
    private const int WriteAccess = 2;
    private const int LongestLink = 256;
    private const int AsEffectiveUser = 0x200;

    internal static MachineTree Here { get; } = new();

    /// <summary>The files to write where the facts are read: this machine's, or a host's in memory.</summary>
    internal static IKernelTree Of(FileRoot root) => root.Tree ?? Here;

    public int Read(string path, out string text)
    {
        text = string.Empty;
        var descriptor = Libc.Open(path, KernelFile.CloseOnExec | KernelFile.NoFollow, 0);
        if (descriptor < 0)
            return Errno.Last;

        var error = ReadAll(descriptor, out text);
        _ = Libc.Close(descriptor);
        return error;
    }

    public int Write(string path, string command) => KernelFile.Write(path, command);

    // The file is opened once: a thousand numbers are a thousand and two system calls.
    public int WriteEach(string path, IReadOnlyList<string> commands, out int done)
    {
        done = 0;
        var descriptor = Libc.Open(path, KernelFile.WriteOnly | KernelFile.CloseOnExec | KernelFile.NoFollow, 0);
        if (descriptor < 0)
            return Errno.Last;

        Span<byte> bytes = stackalloc byte[CommandBytes];
        var error = 0;
        for (; done < commands.Count; done++)
        {
            error = Encoding.ASCII.TryGetBytes(commands[done], bytes, out var length)
                ? KernelFile.WriteAll(descriptor, bytes[..length])
                : KernelError.TooBig;
            if (error != 0)
                break;
        }

        _ = Libc.Close(descriptor);
        return error;
    }

    public int MakeDirectory(string path) => KernelFile.MakeDirectory(path);

    public int RemoveDirectory(string path) => KernelFile.RemoveDirectory(path);

    public int Rename(string from, string to) => Libc.Rename(from, to) == 0 ? 0 : Errno.Last;

    public int ChangeOwner(string path, uint user) => Libc.ChangeOwner(path, user, uint.MaxValue) == 0 ? 0 : Errno.Last;

    public int ReadOwner(string path, out uint user)
    {
        var owner = FileOwner.Read(path);
        user = owner?.User ?? uint.MaxValue;
        return owner is null ? Errno.Last : 0;
    }

    public bool MayWrite(string path) => Libc.Access(CurrentDirectory, path, WriteAccess, AsEffectiveUser) == 0;

    public int List(string path, out ImmutableArray<string> directories)
    {
        directories = [];
        try
        {
            var names = Directory.GetDirectories(path).Select(n => Path.GetFileName(n));
            directories = [.. names.Order(StringComparer.Ordinal)];
            return 0;
        }
        catch (UnauthorizedAccessException)
        {
            return Errno.AccessDenied;
        }
        catch (IOException)
        {
            return Errno.NoEntry;
        }
    }

    public int ReadLinks(string directory, out ImmutableArray<string> targets)
    {
        targets = [];
        var found = ImmutableArray.CreateBuilder<string>();
        try
        {
            foreach (var path in Directory.EnumerateFileSystemEntries(directory))
            {
                var error = ReadLink(path, out var target);
                if (error is not (0 or KernelError.NoEntry))
                    return error;

                if (error == 0)
                    found.Add(target);
            }
        }
        catch (UnauthorizedAccessException)
        {
            return Errno.AccessDenied;
        }
        catch (IOException)
        {
            return Errno.NoEntry;
        }

        targets = found.ToImmutable();
        return 0;
    }

    public int TryLock(string directory, out IDisposable? held)
    {
        held = null;
        var descriptor = Libc.Open(directory, KernelFile.Directory | KernelFile.CloseOnExec, 0);
        if (descriptor < 0)
            return Errno.Last;

        if (Libc.Flock(descriptor, ExclusiveAtOnce) == 0)
        {
            held = new HeldDescriptor(descriptor);
            return 0;
        }

        var error = Errno.Last;
        _ = Libc.Close(descriptor);
        return error;
    }

    private static int ReadLink(string path, out string target)
    {
        Span<byte> buffer = stackalloc byte[LongestLink];
        var length = (int)Libc.ReadLink(path, buffer, buffer.Length);
        target = length < 0 ? string.Empty : Encoding.UTF8.GetString(buffer[..length]);
        return length < 0 ? Errno.Last : 0;
    }

    private static int ReadAll(int descriptor, out string text)
    {
        var bytes = new byte[4096];
        var length = 0;
        nint read;
        while ((read = Libc.Read(descriptor, bytes.AsSpan(length), bytes.Length - length)) > 0)
        {
            length += (int)read;
            if (length == bytes.Length)
                Array.Resize(ref bytes, 2 * bytes.Length);
        }

        var error = read < 0 ? Errno.Last : 0;
        text = error == 0 ? Encoding.UTF8.GetString(bytes, 0, length) : string.Empty;
        return error;
    }
}

/// <summary>A descriptor that is closed when it is disposed of, and with it the lock that it holds.</summary>
/// <param name="descriptor">The descriptor.</param>
internal sealed class HeldDescriptor(int descriptor) : IDisposable
{
    public void Dispose() => _ = Libc.Close(descriptor);
}
