using System.Globalization;
using System.Text;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Servers;

/// <summary>Finds the DBMS's main process anew each time, so that a restart of the server is followed.</summary>
internal sealed class PostmasterFinder
{
    private const int LongestPidFile = 4096;
    private readonly FileRoot _root;
    private readonly GuardOptions _options;

    internal PostmasterFinder(FileRoot root, GuardOptions options)
    {
        _root = root;
        _options = options;
    }

    /// <summary>The process, or null with the reason.</summary>
    internal Postmaster? Find(out string reason)
    {
        var processId = _options.Postmaster ?? ReadPidFile();
        reason = "the DBMS's main process does not run";
        if (
            processId is not > 1
            || ProcessStat.Read(_root, processId.Value) is not { HasEnded: false, IsKernelThread: false } stat
            || ProcessUser.Read(_root, processId.Value) is not { } user
        )
        {
            return null;
        }

        if (_options.Postmaster is null && !IsOwners(user))
        {
            reason =
                $"{Path.GetFileName(_options.PidFile ?? "postmaster.pid")} names process {processId}, which does not belong to the owner of the data directory";
            return null;
        }

        reason = string.Empty;
        return new Postmaster(processId.Value, stat.StartTime, user);
    }

    // The owner of the data directory writes that file: the owner must not be able to point at another user's process.
    private bool IsOwners(int user) =>
        user != 0
        && FileOwner.Read(_options.DataDirectory ?? string.Empty) is { IsDirectory: true } owner
        && owner.User == (uint)user;

    // The directory is not root's: no link is followed, and nothing that could block is opened.
    private int? ReadPidFile()
    {
        var path = _options.PidFile ?? Path.Join(_options.DataDirectory, "postmaster.pid");
        const int Flags = KernelFile.CloseOnExec | KernelFile.NonBlocking;
        var descriptor = Libc.Open(_root.Path(path), Flags | KernelFile.NoFollow, 0);
        if (descriptor < 0)
        {
            return null;
        }

        Span<byte> buffer = stackalloc byte[LongestPidFile];
        var count = (int)Libc.Read(descriptor, buffer, buffer.Length);
        _ = Libc.Close(descriptor);
        var firstLine = Encoding.ASCII.GetString(buffer[..Math.Max(count, 0)]).Split('\n')[0].Trim();
        return int.TryParse(firstLine, NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : null;
    }
}
