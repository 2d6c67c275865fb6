using System.CommandLine;
using RgPolicy.Cli.Explain;
using RgPolicy.Cli.Shell;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp explain RG####</c>.</summary>
internal static class ExplainCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "explain",
            "Says what a diagnostic means.",
            "rgp explain RG2001",
            "rgp explain RG5001 --output json"
        );
        var code = new Argument<string>("CODE")
        {
            Description = "The code of a diagnostic, RG####.",
            HelpName = "CODE",
        };
        code.CompletionSources.Add(_ =>
            DiagnosticCatalog.All.Select(each => new System.CommandLine.Completions.CompletionItem(each.Code))
        );
        command.Arguments.Add(code);
        command.SetAction(result => new ExplainHandler(context).Run(result.GetRequiredValue(code), result.WantsJson()));
        return command;
    }
}
