using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Servers;

/// <summary>Finds the DBMS's main process anew each time, so that a restart of the server is followed.</summary>
internal sealed class PostmasterFinder(FileRoot root, GuardOptions options)
{
    private const int LongestPidFile = 4096;
    private const int First = 1;

    /// <summary>The process, or null with the reason.</summary>
    internal Postmaster? Find(out string reason)
    {
        reason = string.Empty;
        if ((options.Postmaster ?? ReadPidFile(out reason)) is not { } id)
            return null;

        if (id < 1 || ProcessStat.Read(root, id) is not { HasEnded: false, IsKernelThread: false } stat)
        {
            reason = $"the DBMS's main process does not run{Named(id)}";
            return null;
        }

        if (ProcessUser.Read(root, id) is not { } user)
        {
            reason = Invariant($"the DBMS's main process {id} changes its user, or /proc/{id}/status cannot be read");
            return null;
        }

        if (options.Postmaster is null && !IsOwners(user))
        {
            reason = Invariant(
                $"{PidFile} names process {id}, which does not belong to the owner of the data directory"
            );
            return null;
        }

        // In a container the server is often the first process; elsewhere that one is root's and no server.
        if (id == First && user == 0)
        {
            reason = Invariant($"process {First} is root's, so it is not the DBMS's main process");
            return null;
        }

        return new Postmaster(id, stat.StartTime, user);
    }

    private string PidFile => options.PidFile ?? Path.Join(options.DataDirectory, "postmaster.pid");

    private string Named(int id) => options.Postmaster is null ? Invariant($": {PidFile} names {id}") : string.Empty;

    // The owner of the data directory writes that file: the owner must not be able to point at another user's process.
    private bool IsOwners(int user) =>
        user != 0
        && FileOwner.Read(root.Path(options.DataDirectory ?? string.Empty)) is { IsDirectory: true } owner
        && owner.User == (uint)user;

    private int? ReadPidFile(out string reason)
    {
        var error = Read(out var text);
        var id = int.TryParse(
            text.Split('\n')[0].Trim(),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var found
        )
            ? found
            : (int?)null;
        reason = error switch
        {
            0 => id is null ? $"{PidFile} names no process" : string.Empty,
            Errno.NoEntry =>
                $"the DBMS's main process does not run, or has another data directory: {PidFile} is not there",
            _ => $"{PidFile} cannot be read: {Errno.Describe(error)}",
        };
        return id;
    }

    // The directory is not root's: no link is followed, and nothing that could block is opened.
    private int Read(out string text)
    {
        text = string.Empty;
        if (root.Tree is { } tree)
            return tree.Read(PidFile, out text);

        const int Flags = KernelFile.CloseOnExec | KernelFile.NonBlocking;
        var descriptor = Libc.Open(root.Path(PidFile), Flags | KernelFile.NoFollow, 0);
        if (descriptor < 0)
            return Errno.Last;

        Span<byte> buffer = stackalloc byte[LongestPidFile];
        var count = (int)Libc.Read(descriptor, buffer, buffer.Length);
        var error = count < 0 ? Errno.Last : 0;
        _ = Libc.Close(descriptor);
        text = Encoding.ASCII.GetString(buffer[..Math.Max(count, 0)]);
        return error;
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>The DBMS's main process at this moment.</summary>
/// <param name="ProcessId">The process.</param>
/// <param name="StartTime">When it started, in clock ticks after boot.</param>
/// <param name="UserId">Its user.</param>
internal readonly record struct Postmaster(int ProcessId, ulong StartTime, int UserId);
