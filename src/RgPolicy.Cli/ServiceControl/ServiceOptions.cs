using RgPolicy.Service.Control;
using RgPolicy.Service.Hosting;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Which running loops a command talks to.</summary>
internal sealed class ServiceOptions
{
    private static readonly ServiceAddress Roots = new(
        "",
        StatusSocket.DefaultPath(isRoot: true, static _ => null, "root"),
        PauseSwitch.DefaultPath(isRoot: true, static _ => null, "root")
    );

    private readonly Option<string?> _socket = LiveOptions.StatusSocketPath();

    private readonly Option<string?> _target = new RenamedOption<string?>("--instance", "--target")
    {
        Description = "One of the servers that the service governs, by its name in the settings; without it all.",
        HelpName = "NAME",
    };

    private readonly Option<string?> _pauseFile = LiveOptions.PauseFile();

    /// <summary>Adds the options to a command.</summary>
    public Symbol[] All => [_target, _socket];

    public Symbol[] WithPauseFile => [_target, _socket, _pauseFile];

    /// <summary>The loops that are meant.</summary>
    public ImmutableArray<ServiceAddress> Addresses(CliContext context, ParseResult result) =>
        Find(
            context,
            result.GetValue(_socket),
            result.GetValue(_target),
            result.CommandResult.Command.Options.Contains(_pauseFile) ? result.GetValue(_pauseFile) : null
        );

    /// <summary>The named socket; else the named target of the service; else <c>rgp run</c> of this user where one is;
    /// else every target of the service; else <c>rgp run</c> of root where one is.</summary>
    public static ImmutableArray<ServiceAddress> Find(
        CliContext context,
        string? socket,
        string? target,
        string? pauseFile
    )
    {
        var single = new ServiceAddress(
            "",
            LiveOptions.StatusSocketOf(context, socket),
            LiveOptions.PauseFileOf(context, pauseFile, socket)
        );
        if (socket is not null && TargetAt(context, single, pauseFile is null) is { } known)
            return [known];

        if (socket is not null || (target is null && StatusSocket.Exists(single.Socket)))
            return [single];

        var places = Places(context);
        ImmutableArray<string> names = target is null ? [.. places.Targets()] : [target];
        return names.IsEmpty
            ?
            [
                pauseFile is null && StatusSocket.Exists(Roots.Socket)
                    ? Roots
                    : single with
                    {
                        Closed = FindClosed(context),
                    },
            ]
            :
            [
                .. names.Select(name => new ServiceAddress(
                    name,
                    places.SocketOf(name),
                    pauseFile is null ? places.PauseFileOf(name) : context.Resolve(pauseFile)
                )),
            ];
    }

    /// <summary>The target of a service whose socket was named; null where none has it.</summary>
    private static ServiceAddress? TargetAt(CliContext context, ServiceAddress named, bool isPauseFileOfTarget)
    {
        var places = Places(context);
        var target = Path.GetFileNameWithoutExtension(named.Socket);
        return !isPauseFileOfTarget || places.SocketOf(target) != named.Socket
            ? null
            : named with
            {
                PauseFile = places.PauseFileOf(target),
            };
    }

    /// <summary>Where <c>rgp run</c> of root, or the host's service, has its sockets, if this user may
    /// not see them.</summary>
    private static ClosedDirectory? FindClosed(CliContext context) =>
        (Path.GetDirectoryName(Roots.Socket) is { } directory ? context.FindClosed(directory) : null)
        ?? context.FindClosed(
            ServicePlaces.Usual(isRoot: true, static _ => null, Environment.UserName).RuntimeDirectory
        );

    /// <summary>Those of this user's own service where it runs, else those of the host's.</summary>
    private static ServicePlaces Places(CliContext context)
    {
        var own = ServicePlaces.Usual(context.IsRoot, context.EnvironmentVariable, Environment.UserName);
        var hosts = ServicePlaces.Usual(isRoot: true, static _ => null, Environment.UserName);
        return own.Targets().Count > 0 || hosts.Targets().Count == 0 ? own : hosts;
    }
}

/// <summary>Where one loop is talked to.</summary>
/// <param name="Target">The target's name in its service; empty for <c>rgp run</c>.</param>
/// <param name="Socket">Its status socket.</param>
/// <param name="PauseFile">Its kill switch.</param>
internal sealed record ServiceAddress(string Target, string Socket, string PauseFile)
{
    /// <summary>Where another user's service may be, which this user cannot see; null for nowhere.</summary>
    public ClosedDirectory? Closed { get; init; }
}
