using RgPolicy.Cli.Help;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp help [COMMAND]</c>.</summary>
internal static class HelpCommand
{
    public static Command Create(CliContext context, ImmutableArray<CommandGroup> groups)
    {
        var command = new RgpCommand(
            "help",
            "Shows all commands, or one with options and exit codes.",
            "rgp help lint",
            "rgp help host reset"
        );
        var words = new Argument<string[]>("COMMAND")
        {
            Description = "The command, such as lint or host reset. Without it: all commands.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        words.CompletionSources.Add(_ =>
            groups
                .SelectMany(group => group.Entries)
                .SelectMany(entry => entry.Commands)
                .Select(each => new System.CommandLine.Completions.CompletionItem(each.Name))
        );
        command.Arguments.Add(words);
        command.SetAction(result =>
            Show(context, groups, result.RootCommandResult.Command, result.GetValue(words) ?? [])
        );
        return command;
    }

    private static int Show(
        CliContext context,
        ImmutableArray<CommandGroup> groups,
        Command root,
        IReadOnlyList<string> words
    )
    {
        var found = root;
        foreach (var word in words)
        {
            var next = found.Subcommands.FirstOrDefault(each => each.Name == word || each.Aliases.Contains(word));
            if (next is null)
            {
                var closest = NameSuggestion.Find(word, found.Subcommands.Select(each => each.Name));
                return context.Fail(
                    ExitCode.Usage,
                    $"unknown command `{word}`{(closest is null ? "" : $"; did you mean `{closest}`?")}",
                    "See `rgp --help`."
                );
            }

            found = next;
        }

        if (found is RgpCommand command)
            new CommandPage(command).Write(context.Output);
        else
            new OverviewPage(groups).Write(context.Output);

        return ExitCode.Success;
    }
}
