using System.CommandLine;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp status</c>.</summary>
internal static class StatusCommand
{
    /// <summary>Makes it.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "status",
            "Says what the running service governs at this moment, as read back from the kernel.",
            "rgp status",
            "rgp status --output json");
        var socket = LiveOptions.StatusSocketPath();
        command.Options.Add(socket);
        command.SetAction((result, cancellationToken) => new StatusHandler(context).RunAsync(
            LiveOptions.StatusSocketOf(context, result.GetValue(socket)), result.WantsJson(), cancellationToken));
        return command;
    }
}
