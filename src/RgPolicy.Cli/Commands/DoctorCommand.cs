using System.CommandLine;
using RgPolicy.Cli.Doctor;
using RgPolicy.Cli.HostControl;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp doctor</c>.</summary>
internal static class DoctorCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "doctor",
            "Says what this host lacks for governing, and the fix.",
            "rgp doctor",
            "sudo rgp doctor --measure",
            "rgp doctor --server postgres://rgpolicy@localhost/postgres --output json"
        )
        {
            Ends = [new(ExitCode.Findings, "Something that governing needs is missing.")],
        };
        var dataDirectory = new Option<string?>("--data-directory")
        {
            Description = "The server's data directory; without it the running servers are searched.",
            HelpName = "DIR",
        };
        var measure = new Option<bool>("--measure")
        {
            Description =
                "Also measures which levers have an effect here and what a move costs: root, some "
                + "seconds of two busy loops.",
        };
        var level = new Option<string>("--level")
        {
            Description = "What it is for: enforce, or observe or advise, which need no sidecar.",
            HelpName = "observe|advise|enforce",
            DefaultValueFactory = _ => "enforce",
        };
        level.AcceptOnlyFromAmong("observe", "advise", "enforce");
        var (connect, passwordFile, sidecar) = (
            LiveOptions.Connect(),
            LiveOptions.PasswordFile(),
            new SidecarOptions()
        );
        var trustedRoles = LiveOptions.TrustedRoles();
        command.Options.Add(connect);
        command.Options.Add(trustedRoles);
        command.Options.Add(passwordFile);
        command.Options.Add(dataDirectory);
        command.Options.Add(level);
        command.Options.Add(measure);
        sidecar.AddTo(command);
        command.SetAction(
            (result, cancellationToken) =>
                new DoctorHandler(context).RunAsync(
                    new DoctorRequest(
                        sidecar.Place(context, result),
                        result.GetValue(dataDirectory),
                        LiveOptions.ConnectOf(result, connect, trustedRoles),
                        result.GetValue(passwordFile)
                    )
                    {
                        Measure = result.GetValue(measure),
                        IsForWatching = result.GetValue(level) != "enforce",
                    },
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return command;
    }
}
