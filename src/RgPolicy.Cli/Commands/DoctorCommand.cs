using System.CommandLine;
using RgPolicy.Cli.Doctor;
using RgPolicy.Cli.HostControl;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp doctor</c>.</summary>
internal static class DoctorCommand
{
    /// <summary>Makes it.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "doctor",
            "Says what this host offers and lacks for governing, with the command that mends each lack.",
            "rgp doctor",
            "rgp doctor --data-directory /var/lib/postgresql/15/main --output json");
        var dataDirectory = new Option<string?>("--data-directory")
        {
            Description = "The server's data directory; without it the running servers are searched.",
            HelpName = "DIR",
        };
        var sidecar = new SidecarOptions();
        command.Options.Add(dataDirectory);
        sidecar.AddTo(command);
        command.SetAction((result, cancellationToken) => new DoctorHandler(context).RunAsync(
            sidecar.Place(context, result), result.GetValue(dataDirectory), result.WantsJson(), cancellationToken));
        return command;
    }
}
