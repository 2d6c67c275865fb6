using System.CommandLine;
using RgPolicy.Cli.Explain;
using RgPolicy.Cli.Shell;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp explain CODE</c>.</summary>
internal static class ExplainCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "explain",
            "Says what a diagnostic means.",
            "rgp explain RG2001",
            "rgp explain shadowed-class",
            "rgp explain --list"
        );
        var code = new Argument<string?>("CODE")
        {
            Description = "A diagnostic by its code or its name: RG3002 or shadowed-class.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        code.CompletionSources.Add(_ =>
            DiagnosticCatalog
                .All.SelectMany(each => new[] { each.Code, each.Name })
                .Select(word => new System.CommandLine.Completions.CompletionItem(word))
        );
        var list = new Option<bool>("--list") { Description = "Lists all diagnostics with code, name and severity." };
        command.Arguments.Add(code);
        command.Options.Add(list);
        command.Validators.Add(result =>
        {
            if (result.GetValue(code) is null != result.GetValue(list))
            {
                result.AddError("Write either CODE or --list.");
            }
        });
        command.SetAction(result =>
        {
            var handler = new ExplainHandler(context);
            return result.GetValue(code) is { } word
                ? handler.Run(word, result.WantsJson())
                : handler.List(result.WantsJson());
        });
        return command;
    }
}
