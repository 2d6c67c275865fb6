using System.CommandLine;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Probe;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp probe</c>.</summary>
internal static class ProbeCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "probe",
            "Prints this host as a profile, for --profile.",
            "rgp probe > host.json",
            "rgp probe --server postgres://rgpolicy@localhost/postgres --name db1 --output json"
        )
        {
            Details = "With --server its database server too.",
        };
        var name = new Option<string?>("--name") { Description = "The profile's name.", HelpName = "NAME" };
        var (connect, passwordFile) = (LiveOptions.Connect(), LiveOptions.PasswordFile());
        command.Options.Add(name);
        command.Options.Add(connect);
        command.Options.Add(passwordFile);
        command.SetAction(
            (result, cancellationToken) =>
                new ProbeHandler(context).RunAsync(
                    new ProbeRequest(result.GetValue(name), result.GetValue(connect), result.GetValue(passwordFile)),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return command;
    }
}
