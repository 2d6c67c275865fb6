using System.CommandLine;
using RgPolicy.Cli.Probe;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp probe</c>.</summary>
internal static class ProbeCommand
{
    /// <summary>Makes it.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "probe", "Prints this host as a target profile, for --target.", "rgp probe > host.json", "rgp probe --name db1 --output json");
        var name = new Option<string?>("--name") { Description = "The profile's name.", HelpName = "NAME" };
        command.Options.Add(name);
        command.SetAction(result => new ProbeHandler(context).Run(result.GetValue(name), result.WantsJson()));
        return command;
    }
}
