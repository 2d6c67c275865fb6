using System.Security.Cryptography;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Dbms.Processes;
using RgPolicy.Host.Client;

namespace RgPolicy.Cli.Demo.Live;

/// <summary>Everything that a demo writes. The directory's name says which process made it, by number and start: while
/// that process lives, no other demo removes it.</summary>
internal sealed class DemoDirectory : IAsyncDisposable
{
    private const string Prefix = "rgp-demo-";
    private const long NeededMegabytes = 700;
    private const int LongestSocketPath = 107;

    private readonly CliContext _context;
    private readonly string _path;

    private DemoDirectory(CliContext context, GoverningRights rights, string path) =>
        (_context, Rights, _path) = (context, rights, path);

    public GoverningRights Rights { get; }

    /// <summary>What belongs to the server's user: its data and its socket.</summary>
    public string Server => Path.Join(_path, "server");

    public string Data => Path.Join(Server, "data");

    public string Policy => Path.Join(_path, "demo.rgp");

    public SidecarPlace SidecarPlace =>
        new(Path.Join(_path, "sidecar.sock"), Path.Join(_path, "state"), _context.InstallDirectory);

    public ServiceAddress ServiceAddress => new("", Path.Join(_path, "service.sock"), Path.Join(_path, "paused"));

    /// <summary>Makes one, once those of demos that were killed are removed.</summary>
    /// <exception cref="CommandException">There is no place for it.</exception>
    public static async Task<DemoDirectory> MakeAsync(CliContext context, GoverningRights rights)
    {
        var parent = context.Resolve(context.EnvironmentVariable("TMPDIR") is { Length: > 0 } given ? given : "/tmp");
        foreach (var left in Abandoned(context, parent))
            await new DemoDirectory(context, rights, left).DisposeAsync();

        var own = ProcessStat.Read(context.HostRoot, Environment.ProcessId)?.StartTime ?? 0;
        var name = Invariant(
            $"{Prefix}{Environment.ProcessId}.{own}.{Convert.ToHexString(RandomNumberGenerator.GetBytes(4))}"
        );
        var made = new DemoDirectory(context, rights, Path.Join(parent, name));
        made.CheckPlace(parent);
        MakeFolder(made._path, isPassage: rights.Owner is not null);
        try
        {
            await made.HandOverAsync(context.Interrupt);
            return made;
        }
        catch
        {
            await made.DisposeAsync();
            throw;
        }
    }

    /// <summary>Removes it. What the server's user may write, that user removes: root would follow it elsewhere.</summary>
    public async ValueTask DisposeAsync()
    {
        var state = SidecarPlace.StateDirectory;
        if (HostTraces.Read(_context.HostRoot, state).Journal is not null)
            await SidecarLauncher.ResetAsync(_context.InstallDirectory, state, CancellationToken.None);

        await RunAsync([.. Rights.AsServer, "rm", "-rf", "--", Server], CancellationToken.None);
        try
        {
            if (Directory.Exists(Server))
                Directory.Delete(Server);

            Directory.Delete(_path, recursive: true);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            await _context.Error.WriteLineAsync($"rgp: {_path} could not be removed: {failure.Message}");
        }
    }

    /// <summary>Directories of this user whose process has ended.</summary>
    internal static IEnumerable<string> Abandoned(CliContext context, string parent)
    {
        var own = GoverningRights.Caller(context.HostRoot);
        return from name in FileRoot.Machine.DirectoryNames(parent)
            where name.StartsWith(Prefix, StringComparison.Ordinal)
            let path = Path.Join(parent, name)
            where FileOwner.Read(path) is { IsDirectory: true } owner && owner.User == own && !LivesOn(context, name)
            select path;
    }

    private static bool LivesOn(CliContext context, string name)
    {
        var parts = name[Prefix.Length..].Split('.');
        return !(
            parts.Length == 3
            && int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var process)
            && ulong.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var start)
            && (ProcessStat.Read(context.HostRoot, process) is not { HasEnded: false } now || now.StartTime != start)
        );
    }

    private void CheckPlace(string parent)
    {
        var problem =
            !Directory.Exists(parent) ? $"{parent} is no directory"
            : Path.Join(Server, DemoServer.SocketName).Length > LongestSocketPath
                ? $"{parent} is too long a path for a socket"
            : new DriveInfo(parent).AvailableFreeSpace >> 20 is var free and < NeededMegabytes
                ? Invariant($"{parent} has {free} MiB free, and the demo's server takes {NeededMegabytes} MiB")
            : null;
        if (problem is not null)
            throw new CommandException(ExitCode.Unreachable, problem, "Name another place: TMPDIR=DIRECTORY");
    }

    private async Task HandOverAsync(CancellationToken cancellationToken)
    {
        await File.WriteAllTextAsync(Policy, DemoPolicy.Text, cancellationToken);
        MakeFolder(Server, isPassage: false);
        if (Rights.Owner is { } owner)
            await RunAsync(["chown", owner, Server], cancellationToken);
    }

    // The server's user has to pass through root's.
    private static void MakeFolder(string path, bool isPassage)
    {
        if (OperatingSystem.IsWindows())
            throw new PlatformNotSupportedException();

        const UnixFileMode Own = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
        Directory.CreateDirectory(path, Own);
        File.SetUnixFileMode(path, isPassage ? Own | UnixFileMode.OtherExecute : Own);
    }

    /// <summary>Runs a program to its end.</summary>
    public Task<ProgramOutput?> RunAsync(IReadOnlyList<string> words, CancellationToken cancellationToken) =>
        _context.Programs.RunAsync(new ProgramStart(words[0], [.. words.Skip(1)], "/"), cancellationToken);
}
