using System.CommandLine;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp pause</c> and <c>rgp resume</c>.</summary>
internal static class PauseCommand
{
    /// <summary>Makes the first.</summary>
    public static Command CreatePause(CliContext context) =>
        Create(
            context,
            new RgpCommand(
                "pause",
                "Stops governing at once, until rgp resume.",
                "sudo rgp pause",
                "sudo rgp pause --instance main --output json"
            )
            {
                Details = "Everything is let go, also after a restart of the service.",
                Ends = [new(ExitCode.Findings, "The service does not do as ordered.")],
            },
            StatusQuestionKind.Pause
        );

    /// <summary>Makes the second.</summary>
    public static Command CreateResume(CliContext context) =>
        Create(
            context,
            new RgpCommand(
                "resume",
                "Governs again after rgp pause.",
                "sudo rgp resume",
                "sudo rgp resume --output json"
            )
            {
                Ends = [new(ExitCode.Findings, "The service does not do as ordered.")],
            },
            StatusQuestionKind.Resume
        );

    private static RgpCommand Create(CliContext context, RgpCommand command, StatusQuestionKind order)
    {
        var service = new ServiceOptions();
        service.AddTo(command, withPauseFile: true);
        command.SetAction(
            (result, cancellationToken) =>
                new PauseHandler(context).RunAsync(
                    order,
                    service.Addresses(context, result),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return command;
    }
}
