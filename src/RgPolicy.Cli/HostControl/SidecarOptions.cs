using RgPolicy.Host.Protocol;

namespace RgPolicy.Cli.HostControl;

/// <summary>The options that say where the sidecar is.</summary>
internal sealed class SidecarOptions
{
    /// <summary><c>--sidecar PATH</c>, as of <c>rgp run</c>.</summary>
    public Option<string> Socket { get; } =
        new RenamedOption<string>("--sidecar", "--socket")
        {
            Description = "The sidecar's socket.",
            HelpName = "PATH",
            DefaultValueFactory = _ => SidecarDefaults.SocketPath,
        };

    /// <summary><c>--state-dir DIR</c>.</summary>
    public Option<string> StateDirectory { get; } =
        new("--state-dir")
        {
            Description = "The directory of the sidecar's journal.",
            HelpName = "DIR",
            DefaultValueFactory = _ => SidecarDefaults.StateDirectory,
        };

    /// <summary>Reads the options of a command line.</summary>
    public SidecarPlace Place(CliContext context, ParseResult result) =>
        new(
            result.GetRequiredValue(Socket),
            context.Resolve(result.GetRequiredValue(StateDirectory)),
            context.InstallDirectory
        );
}
