using System.CommandLine;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp reload</c>.</summary>
internal static class ReloadCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "reload",
            "Makes the running service read its policy again.",
            "sudo rgp reload",
            "sudo rgp reload --previous"
        )
        {
            Details = "It says what changes in meaning. A policy with an error changes nothing.",
            Ends = [new(ExitCode.Findings, "The policy was rejected; the one before stays in force.")],
        };
        var previous = new Option<bool>("--previous")
        {
            Description = "Goes back to the revision that was in force before; it stays until the file changes again.",
        };
        var service = new ServiceOptions();
        command.Options.Add(previous);
        service.AddTo(command);
        command.SetAction(
            (result, cancellationToken) =>
                new ReloadHandler(context).RunAsync(
                    result.GetValue(previous),
                    service.Addresses(context, result),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return command;
    }
}
