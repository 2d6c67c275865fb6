using System.CommandLine;
using RgPolicy.Cli.HostControl;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp host status</c> and <c>rgp host reset</c>.</summary>
internal static class HostCommand
{
    /// <summary>Creates the commands.</summary>
    public static Command Create(CliContext context)
    {
        var host = new RgpCommand(
            "host",
            "Shows or undoes what is in force on this host.",
            "rgp host status",
            "sudo rgp host reset"
        );
        host.Subcommands.Add(CreateStatus(context));
        host.Subcommands.Add(CreateReset(context));
        return host;
    }

    private static RgpCommand CreateStatus(CliContext context)
    {
        var status = new RgpCommand(
            "status",
            "Shows which pools and processes are governed now.",
            "rgp host status",
            "rgp host status --output json"
        );
        var options = new SidecarOptions();
        options.AddTo(status);
        status.SetAction(
            (result, cancellationToken) =>
                new HostStatusHandler(context).RunAsync(
                    options.Place(context, result),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return status;
    }

    private static RgpCommand CreateReset(CliContext context)
    {
        var reset = new RgpCommand(
            "reset",
            "Lets every process go and removes every pool.",
            "sudo rgp host reset",
            "sudo rgp host reset --state-dir /run/rgpolicy"
        )
        {
            Details = "The host is then as if it had never been governed.",
        };
        var options = new SidecarOptions();
        options.AddTo(reset);
        reset.SetAction(
            (result, cancellationToken) =>
                new HostResetHandler(context).RunAsync(
                    options.Place(context, result),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return reset;
    }
}
