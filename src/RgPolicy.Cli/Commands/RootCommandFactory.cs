using System.CommandLine.Help;
using RgPolicy.Cli.Audit;
using RgPolicy.Cli.Characterise;
using RgPolicy.Cli.Classify;
using RgPolicy.Cli.Comparing;
using RgPolicy.Cli.Compile;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Demo;
using RgPolicy.Cli.Doctor;
using RgPolicy.Cli.Explain;
using RgPolicy.Cli.Fixes;
using RgPolicy.Cli.Format;
using RgPolicy.Cli.Help;
using RgPolicy.Cli.HostControl;
using RgPolicy.Cli.Init;
using RgPolicy.Cli.Lint;
using RgPolicy.Cli.Optimize;
using RgPolicy.Cli.PlanInfo;
using RgPolicy.Cli.PolicyTests;
using RgPolicy.Cli.Probe;
using RgPolicy.Cli.Recordings;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Simulate;
using RgPolicy.Cli.Suggest;
using RgPolicy.Cli.Why;

namespace RgPolicy.Cli.Commands;

/// <summary>The whole grammar of the command line.</summary>
internal static class RootCommandFactory
{
    /// <summary>Makes it for one run.</summary>
    public static RootCommand Create(CliContext context)
    {
        var root = new RootCommand("RgPolicy governs the queries of a database by a policy that one can read aloud.");
        root.Options.Add(OutputOption.Create());
        var groups = Groups(context);
        foreach (var command in groups.SelectMany(group => group.Entries).SelectMany(entry => entry.Commands))
            root.Subcommands.Add(command);

        root.Subcommands.Add(HelpCommand.Create(context, groups));
        root.Subcommands.Add(CompletionCommand.Create(context));
        root.Subcommands.Add(VersionCommand.Create(context));
        DecorateHelpAndVersion(root, groups);
        return root;
    }

    /// <summary>The commands as a reader looks for them, in the order of the help.</summary>
    public static ImmutableArray<CommandGroup> Groups(CliContext context) =>
        [Try(context), Run(context), Write(context), Configure(context), Learn(context), Host(context)];

    private static CommandGroup Try(CliContext context) =>
        new(
            "Try and look",
            new(DemoCommand.Create(context)),
            new(InitCommand.Create(context)),
            new(WhyCommand.Create(context)),
            new(PlanInfoCommand.Create(context))
        );

    private static CommandGroup Run(CliContext context) =>
        new(
            "Run",
            new(RunCommand.Create(context)),
            new(ServiceCommand.Create(context)),
            new(StatusCommand.Create(context)),
            new(
                "Stop governing at once; govern again.",
                PauseCommand.CreatePause(context),
                PauseCommand.CreateResume(context)
            ),
            new(ReloadCommand.Create(context)),
            new(AuditCommand.Create(context))
        );

    private static CommandGroup Write(CliContext context) =>
        new(
            "Write a policy",
            new(LintCommand.Create(context)),
            new("Format policies; apply the safe fixes.", FormatCommand.Create(context), FixCommand.Create(context)),
            new(TestCommand.Create(context)),
            new(
                "Compare two policies in meaning; prove a statement.",
                DiffCommand.Create(context),
                ProveCommand.Create(context)
            ),
            new(ClassifyCommand.Create(context)),
            new(CompileCommand.Create(context)),
            new(ExplainCommand.Create(context))
        );

    private static CommandGroup Configure(CliContext context) =>
        new(
            "Server's own configuration",
            new(FactsCommand.Create(context)),
            new(PlanCommand.Create(context)),
            new(ApplyCommand.Create(context)),
            new(DriftCommand.Create(context)),
            new(RollbackCommand.Create(context)),
            new(ImportCommand.Create(context))
        );

    private static CommandGroup Learn(CliContext context) =>
        new(
            "Learn from a load",
            new(RecordCommand.Create(context)),
            new(ReplayCommand.Create(context)),
            new(SuggestCommand.Create(context)),
            new(
                "Predict a policy's effect on a mix; search a better one.",
                SimulateCommand.Create(context),
                OptimizeCommand.Create(context)
            ),
            new(CharacteriseCommand.Create(context))
        );

    private static CommandGroup Host(CliContext context) =>
        new(
            "Host",
            new(DoctorCommand.Create(context)),
            new(ProbeCommand.Create(context)),
            new(HostCommand.Create(context))
        );

    private static void DecorateHelpAndVersion(RootCommand root, ImmutableArray<CommandGroup> groups)
    {
        foreach (var option in root.Options)
        {
            option.Action = option switch
            {
                HelpOption => new HelpPageAction(groups),
                VersionOption => new VersionAction(),
                _ => option.Action,
            };
        }
    }
}
