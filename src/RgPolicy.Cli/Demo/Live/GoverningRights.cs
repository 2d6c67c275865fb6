using RgPolicy.Host.Client;

namespace RgPolicy.Cli.Demo.Live;

/// <summary>How this user may run a server whose processes can be governed.</summary>
/// <param name="Scope">The words that put the server into a group of its own; none where it stays in the caller's.</param>
/// <param name="AsServer">The words that make a program another user's; none where it is the caller's.</param>
/// <param name="Owner">That other user and its group, such as <c>65534:65534</c>; null for the caller.</param>
internal sealed record GoverningRights(ImmutableArray<string> Scope, ImmutableArray<string> AsServer, string? Owner)
{
    private const string WithoutRights = "65534";
    private const string Manager = "/run/systemd/system";

    private static readonly string[] InScope = BoundProgram.Words(
        $"systemd-run --scope --quiet --collect --property=Delegate=yes"
    );

    /// <summary>Finds them.</summary>
    /// <exception cref="CommandException">This user has none.</exception>
    public static GoverningRights Find(CliContext context)
    {
        var root = context.HostRoot;
        if (context.IsRoot)
            return new GoverningRights(root.HasDirectory(Manager) ? [.. InScope, "--"] : [], [], null).As(
                Unprivileged(root)
            );

        if (root.HasDirectory($"/run/user/{Caller(root)}/systemd"))
            return new GoverningRights([.. InScope, "--user", "--"], [], null);

        return MayGovern(root, Environment.ProcessId) ? new GoverningRights([], [], null) : throw Lacking(context);
    }

    /// <summary>Ends the demo where the server has no group that this user may divide.</summary>
    public static void Check(CliContext context, int server)
    {
        if (!context.IsRoot && !MayGovern(context.HostRoot, server))
            throw Lacking(context);
    }

    private static CommandException Lacking(CliContext context) =>
        new(
            ExitCode.Unreachable,
            "this user may not govern processes here: it has no cgroup of its own with the cpu controller",
            AsRoot(context)
        );

    /// <summary>What to type where this user's rights do not do.</summary>
    public static string AsRoot(CliContext context) =>
        $"As root it works: sudo {string.Join(' ', SidecarLauncher.FindCommand(context.InstallDirectory, "rgp") ?? ["rgp"])} demo --live";

    private static bool MayGovern(FileRoot root, int process) =>
        ServerProcess.Read(root, process) is { HasCpuController: true, Hierarchy: { } group }
        && FileOwner.Read(root.Path(group.Directory))?.User == Caller(root);

    public static int? Caller(FileRoot root) => ProcessUser.Read(root, Environment.ProcessId);

    // PostgreSQL refuses to run as root. Linux' own user without rights (overflowuid) is there on every system.
    private static (string User, string Group) Unprivileged(FileRoot root) =>
        root.ReadLines("/etc/passwd")
            .Select(line => line.Split(':'))
            .FirstOrDefault(each => each is [_, _, WithoutRights, _, ..])
            is [_, _, var user, var group, ..]
            ? (user, group)
            : throw new CommandException(
                ExitCode.Unreachable,
                $"PostgreSQL does not run as root, and there is no user {WithoutRights} to run it as",
                "Run it as an ordinary user: rgp demo --live"
            );

    private GoverningRights As((string User, string Group) other) =>
        this with
        {
            AsServer = ["setpriv", $"--reuid={other.User}", $"--regid={other.Group}", "--clear-groups", "--"],
            Owner = string.Create(CultureInfo.InvariantCulture, $"{other.User}:{other.Group}"),
        };
}
