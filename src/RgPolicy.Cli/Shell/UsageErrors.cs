using System.CommandLine;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Shell;

/// <summary>Reports a command line that cannot be understood.</summary>
internal static class UsageErrors
{
    /// <summary>Prints every problem and where to read on.</summary>
    /// <returns>The exit code.</returns>
    public static int Report(CliContext context, ParseResult result)
    {
        var command = result.CommandResult.Command;
        foreach (var problem in Problems(result, command).Distinct(StringComparer.Ordinal))
        {
            context.Error.WriteLine($"rgp: {problem}");
        }

        context.Error.WriteLine($"See `{CommandPath(result)} --help`.");
        return ExitCode.Usage;
    }

    private static IEnumerable<string> Problems(ParseResult result, Command command)
    {
        // What follows an unknown command belongs to it.
        var unmatched = result.UnmatchedTokens;
        foreach (var token in command.Subcommands.Count > 0 ? unmatched.Take(1) : unmatched)
        {
            yield return Unmatched(token, command);
        }

        foreach (var error in result.Errors)
        {
            var repeats = unmatched.Any(token => error.Message.Contains($"'{token}'", StringComparison.Ordinal));
            var follows = unmatched.Count > 0 && command.Subcommands.Count > 0;
            if (!repeats && !follows)
            {
                yield return error.Message;
            }
        }
    }

    private static string Unmatched(string token, Command command)
    {
        var isOption = token.StartsWith('-');
        var known = isOption ? OptionNames(command) : command.Subcommands.Select(each => each.Name);
        var kind = isOption ? "option" : command.Subcommands.Count > 0 ? "command" : "argument";
        var closest = NameSuggestion.Find(token, known);
        var hint = closest is null ? "" : $"; did you mean `{closest}`?";
        return $"unknown {kind} `{token}`{hint}";
    }

    private static IEnumerable<string> OptionNames(Command command)
    {
        for (Command? level = command; level is not null; level = level.Parents.OfType<Command>().FirstOrDefault())
        {
            foreach (var option in level.Options.Where(option => level == command || option.Recursive))
            {
                yield return option.Name;
            }
        }
    }

    private static string CommandPath(ParseResult result)
    {
        var names = new List<string>();
        for (var level = result.CommandResult; level is not null; level = level.Parent as System.CommandLine.Parsing.CommandResult)
        {
            names.Insert(0, level.Command is RootCommand ? "rgp" : level.Command.Name);
        }

        return string.Join(' ', names);
    }
}
