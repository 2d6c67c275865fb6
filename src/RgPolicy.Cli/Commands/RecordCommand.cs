using System.CommandLine;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Recordings;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp record</c>.</summary>
internal static class RecordCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "record",
            "Records what a server runs, for replay and suggest.",
            "rgp record --server postgres://rgpolicy@localhost/postgres --out monday.rgrec --for 10min",
            "rgp record --server postgres://rgpolicy@db1/postgres --out monday.rgrec --no-text"
        )
        {
            Details = "With the plans. Nothing on the server is changed.",
        };
        var (connect, passwordFile, duration) = (LiveOptions.Connect(), LiveOptions.PasswordFile(), LiveOptions.For());
        connect.Required = true;
        var (trustedRoles, clientTypes) = (LiveOptions.TrustedRoles(), LiveOptions.ClientBackendTypes());
        var output = new Option<string>("--out")
        {
            Description = "The recording to write.",
            HelpName = "FILE",
            Required = true,
        };
        var noText = new Option<bool>("--no-text")
        {
            Description = "Leaves the texts of statements out; kind, fingerprint and plan figures stay.",
        };
        var force = new Option<bool>("--force") { Description = "Overwrites the file." };
        Option[] options = [connect, trustedRoles, clientTypes, passwordFile, output, force, duration, noText];
        Array.ForEach(options, command.Options.Add);
        command.SetAction(
            (result, cancellationToken) =>
                new RecordHandler(context).RunAsync(
                    new RecordRequest(
                        LiveOptions.ConnectOf(result, connect, trustedRoles, clientTypes) ?? "",
                        result.GetValue(passwordFile),
                        result.GetRequiredValue(output),
                        result.GetValue(force),
                        result.GetValue(duration),
                        !result.GetValue(noText),
                        result.WantsJson()
                    ),
                    cancellationToken
                )
        );
        return command;
    }
}
