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
                "Lets everything go at once and enforces nothing until rgp resume, also after a "
                    + "restart of the service.",
                "sudo rgp pause",
                "sudo rgp pause --target main --output json"
            ),
            StatusQuestionKind.Pause
        );

    /// <summary>Makes the second.</summary>
    public static Command CreateResume(CliContext context) =>
        Create(
            context,
            new RgpCommand(
                "resume",
                "Enforces the policy again after rgp pause.",
                "sudo rgp resume",
                "sudo rgp resume --output json"
            ),
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
