using System.CommandLine;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp completion SHELL</c>.</summary>
internal static class CompletionCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "completion",
            "Prints a completion script for a shell.",
            "rgp completion bash > /etc/bash_completion.d/rgp",
            "rgp completion fish > ~/.config/fish/completions/rgp.fish"
        );
        var shell = new Argument<string>("SHELL") { Description = "bash, zsh, fish or powershell." };
        command.Arguments.Add(shell.AcceptOnlyFromAmong("bash", "zsh", "fish", "powershell"));
        command.SetAction(result =>
        {
            context.Output.Write(CompletionScript.For(result.GetRequiredValue(shell)));
            return ExitCode.Success;
        });
        return command;
    }
}
