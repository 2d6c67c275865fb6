using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Guarding;

/// <summary>The directory of journal and lock: only one sidecar works in it at a time.</summary>
internal static class StateDirectory
{
    private const int ExclusiveAtOnce = 2 | 4;
    private const int PauseMilliseconds = 20;

    /// <summary>Makes a directory that does not exist, for its owner and one group; returns what is
    /// wrong, or null.</summary>
    internal static string? Ensure(string directory, uint? group)
    {
        if (FileOwner.Read(directory) is null)
        {
            var error = Libc.MakeDirectory(directory, 0b111_101_000) == 0 ? 0 : Errno.Last;
            if (error is not (0 or Errno.Exists))
                return $"the directory {directory} cannot be made: {Errno.Describe(error)}; run the sidecar as root";

            _ = group is { } owner ? Libc.ChangeOwner(directory, Libc.GetUser(), owner) : 0;
        }

        var found = FileOwner.Read(directory);
        return found is not { IsDirectory: true } ? $"{directory} is not a directory"
            : found.Value.User != Libc.GetUser() || found.Value.OthersMayWrite
                ? $"{directory} must belong to the sidecar's user and be writable by no other user, "
                    + "because root trusts what is in it: give another directory or chown and chmod 750 it"
            : null;
    }

    /// <summary>Takes the lock and returns its descriptor; -1 when another sidecar keeps it.</summary>
    internal static int Lock(string directory, TimeSpan patience)
    {
        const int Flags = KernelFile.ReadWrite | KernelFile.Create | KernelFile.CloseOnExec;
        var descriptor = Libc.Open(Path.Join(directory, "lock"), Flags | KernelFile.NoFollow, 0b110_000_000);
        var started = Stopwatch.GetTimestamp();
        while (descriptor >= 0 && Libc.Flock(descriptor, ExclusiveAtOnce) != 0)
        {
            if (Stopwatch.GetElapsedTime(started) > patience)
            {
                _ = Libc.Close(descriptor);
                return -1;
            }

            Pause.Milliseconds(PauseMilliseconds);
        }

        return descriptor;
    }
}
