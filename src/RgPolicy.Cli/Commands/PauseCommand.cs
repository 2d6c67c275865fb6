using System.CommandLine;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp pause</c> and <c>rgp resume</c>.</summary>
internal static class PauseCommand
{
    /// <summary>Makes the first.</summary>
    public static Command CreatePause(CliContext context) => Create(
        context,
        new RgpCommand(
            "pause",
            "Lets everything go at once and enforces nothing until rgp resume, also after a restart of the service.",
            "sudo rgp pause",
            "sudo rgp pause --output json"),
        StatusQuestionKind.Pause);

    /// <summary>Makes the second.</summary>
    public static Command CreateResume(CliContext context) => Create(
        context,
        new RgpCommand("resume", "Enforces the policy again after rgp pause.", "sudo rgp resume", "sudo rgp resume --output json"),
        StatusQuestionKind.Resume);

    private static RgpCommand Create(CliContext context, RgpCommand command, StatusQuestionKind order)
    {
        var (socket, file) = (LiveOptions.StatusSocketPath(), LiveOptions.PauseFile());
        command.Options.Add(socket);
        command.Options.Add(file);
        command.SetAction((result, cancellationToken) => new PauseHandler(context).RunAsync(
            order, LiveOptions.StatusSocketOf(context, result.GetValue(socket)), LiveOptions.PauseFileOf(context, result.GetValue(file)),
            result.WantsJson(), cancellationToken));
        return command;
    }
}
