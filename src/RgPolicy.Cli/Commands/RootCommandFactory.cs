using System.Collections.Immutable;
using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary>The whole grammar of the command line.</summary>
internal static class RootCommandFactory
{
    /// <summary>Examples of the root command's help.</summary>
    public static ImmutableArray<string> Examples { get; } = ["rgp demo", "rgp lint policies/*.rgp"];

    /// <summary>Makes it for one run.</summary>
    public static RootCommand Create(CliContext context)
    {
        var root = new RootCommand("RgPolicy governs the queries of a database by a policy that one can read aloud.");
        root.Options.Add(OutputOption.Create());
        AddCommands(root, context);
        DecorateHelpAndVersion(root);
        return root;
    }

    // One line per command, in the order of the help.
    private static void AddCommands(RootCommand root, CliContext context)
    {
        root.Subcommands.Add(DemoCommand.Create(context));
        root.Subcommands.Add(LintCommand.Create(context));
        root.Subcommands.Add(FormatCommand.Create(context));
        root.Subcommands.Add(FixCommand.Create(context));
        root.Subcommands.Add(TestCommand.Create(context));
        root.Subcommands.Add(DiffCommand.Create(context));
        root.Subcommands.Add(ProveCommand.Create(context));
        root.Subcommands.Add(ExplainCommand.Create(context));
        root.Subcommands.Add(ClassifyCommand.Create(context));
        root.Subcommands.Add(PlanInfoCommand.Create(context));
        root.Subcommands.Add(WhyCommand.Create(context));
        root.Subcommands.Add(CompileCommand.Create(context));
        root.Subcommands.Add(SimulateCommand.Create(context));
        root.Subcommands.Add(OptimizeCommand.Create(context));
        root.Subcommands.Add(FactsCommand.Create(context));
        root.Subcommands.Add(PlanCommand.Create(context));
        root.Subcommands.Add(ApplyCommand.Create(context));
        root.Subcommands.Add(DriftCommand.Create(context));
        root.Subcommands.Add(RollbackCommand.Create(context));
        root.Subcommands.Add(ImportCommand.Create(context));
        root.Subcommands.Add(ProbeCommand.Create(context));
        root.Subcommands.Add(RunCommand.Create(context));
        root.Subcommands.Add(ServiceCommand.Create(context));
        root.Subcommands.Add(StatusCommand.Create(context));
        root.Subcommands.Add(PauseCommand.CreatePause(context));
        root.Subcommands.Add(PauseCommand.CreateResume(context));
        root.Subcommands.Add(ReloadCommand.Create(context));
        root.Subcommands.Add(AuditCommand.Create(context));
        root.Subcommands.Add(RecordCommand.Create(context));
        root.Subcommands.Add(ReplayCommand.Create(context));
        root.Subcommands.Add(SuggestCommand.Create(context));
        root.Subcommands.Add(CharacteriseCommand.Create(context));
        root.Subcommands.Add(DoctorCommand.Create(context));
        root.Subcommands.Add(HostCommand.Create(context));
        root.Subcommands.Add(CompletionCommand.Create(context));
        root.Subcommands.Add(VersionCommand.Create(context));
    }

    private static void DecorateHelpAndVersion(RootCommand root)
    {
        foreach (var option in root.Options)
        {
            option.Action = option switch
            {
                HelpOption { Action: HelpAction usual } => new ExamplesHelpAction(usual),
                VersionOption => new VersionAction(),
                _ => option.Action,
            };
        }
    }
}

/// <summary>Prints the usual help, then the command's examples.</summary>
internal sealed class ExamplesHelpAction(HelpAction usual) : SynchronousCommandLineAction
{
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var exitCode = usual.Invoke(parseResult);
        var output = parseResult.InvocationConfiguration.Output;
        var examples = parseResult.CommandResult.Command is RgpCommand command
            ? command.Examples
            : RootCommandFactory.Examples;
        output.WriteLine("Examples:");
        foreach (var example in examples)
        {
            output.WriteLine("  " + example);
        }

        return exitCode;
    }
}
