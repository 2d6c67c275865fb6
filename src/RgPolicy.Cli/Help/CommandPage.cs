using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace RgPolicy.Cli.Help;

/// <summary>What <c>rgp COMMAND --help</c> prints.</summary>
internal sealed class CommandPage(RgpCommand command)
{
    private const int Width = 100;
    private const int WidestName = 34;

    public void Write(TextWriter output)
    {
        output.WriteLine($"Usage: {Usage()}");
        output.WriteLine();
        WriteWrapped(output, command.Description ?? "");
        WriteWrapped(output, command.Details);
        WriteRows(output, "Commands", command.Subcommands.Select(each => (each.Name, each.Description ?? "")));
        WriteRows(output, "Arguments", command.Arguments.Select(each => (each.Name, each.Description ?? "")));
        WriteRows(output, "Options", VisibleOptions(command).Select(each => (Heading(each), Description(each))));
        WriteRows(output, "Examples", command.Examples.Select(each => (each, "")));
        WriteRows(output, "Exit codes", ExitMeaning.Of(command).Select(each => ($"{each.Code}", each.Text)));
    }

    /// <summary>The options of a command, its own before those of all commands; one that a command defines anew is
    /// its own.</summary>
    public static IEnumerable<Option> VisibleOptions(Command command) =>
        Path(command)
            .SelectMany(level => level.Options.Where(option => level == command || option.Recursive))
            .Where(option => !option.Hidden)
            .DistinctBy(option => option.Name, StringComparer.Ordinal);

    // From the command up to the root.
    private static IEnumerable<Command> Path(Command command)
    {
        for (Command? level = command; level is not null; level = level.Parents.OfType<Command>().FirstOrDefault())
            yield return level;
    }

    private string Usage()
    {
        var names = Path(command).Reverse().Select(level => level is RootCommand ? "rgp" : level.Name);
        var arguments = command.Arguments.Select(Argument);
        var required = command.Options.Where(option => option.Required).Select(Heading);
        var rest = command.Subcommands.Count > 0 ? "COMMAND" : "[OPTIONS]";
        string[] words = [.. names, .. arguments, .. required, rest];
        return string.Join(' ', words);
    }

    private static string Argument(Argument argument)
    {
        var name = argument.Arity.MaximumNumberOfValues > 1 ? argument.Name + "..." : argument.Name;
        return argument.Arity.MinimumNumberOfValues == 0 ? $"[{name}]" : name;
    }

    private static string Heading(Option option)
    {
        var name = option is HelpOption ? "-h, --help" : option.Name;
        var value = option.HelpName is { } word && option.Arity.MaximumNumberOfValues > 0 ? word : "";
        return value.Length == 0 ? name
            : option.Arity.MinimumNumberOfValues == 0 && option.Arity.MaximumNumberOfValues == 1 ? $"{name} [{value}]"
            : $"{name} {value}";
    }

    private static string Description(Option option)
    {
        var text = option is HelpOption ? "Shows this page." : option.Description ?? "";
        var standard =
            option.HasDefaultValue && option.Arity.MaximumNumberOfValues == 1 && option.HelpName is not null
                ? option.GetDefaultValue()?.ToString()
                : null;
        return string.IsNullOrEmpty(standard) ? text : $"{text} Default: {standard}.";
    }

    private static void WriteRows(TextWriter output, string title, IEnumerable<(string Name, string Text)> rows)
    {
        var all = rows.ToList();
        if (all.Count == 0)
            return;

        output.WriteLine();
        output.WriteLine(title + ":");
        var column = Math.Min(WidestName, all.Max(row => row.Name.Length)) + 4;
        foreach (var (name, text) in all)
        {
            var lines = WrappedText.Of(text, Width - column);
            var first = name.Length + 4 <= column && lines.Count > 0 ? lines[0] : "";
            output.WriteLine(("  " + name.PadRight(column - 2) + first).TrimEnd());
            foreach (var line in first.Length > 0 ? lines.Skip(1) : lines)
                output.WriteLine(new string(' ', column) + line);
        }
    }

    private static void WriteWrapped(TextWriter output, string text)
    {
        foreach (var line in WrappedText.Of(text, Width))
            output.WriteLine(line);
    }
}

/// <summary>Commands that a reader looks for together.</summary>
internal sealed record CommandGroup(string Title, params CommandEntry[] Entries);

/// <summary>One line of the list of commands.</summary>
/// <param name="Text">What they do, in at most 60 characters.</param>
/// <param name="Commands">One command, or two that belong together.</param>
internal sealed record CommandEntry(string Text, params Command[] Commands)
{
    /// <summary>A line with one command, which its own summary describes.</summary>
    public CommandEntry(Command command)
        : this(command.Description ?? "", command) { }

    /// <summary>The names as the line shows them.</summary>
    public string Names => string.Join(", ", Commands.Select(each => each.Name));
}

/// <summary>What <c>--help</c> does.</summary>
internal sealed class HelpPageAction(ImmutableArray<CommandGroup> groups) : SynchronousCommandLineAction
{
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var output = parseResult.InvocationConfiguration.Output;
        if (parseResult.CommandResult.Command is RgpCommand command)
            new CommandPage(command).Write(output);
        else
            new OverviewPage(groups).Write(output);

        return ExitCode.Success;
    }
}

/// <summary>What <c>rgp --help</c> prints: every command in its group, on one screen.</summary>
internal sealed class OverviewPage(ImmutableArray<CommandGroup> groups)
{
    public void Write(TextWriter output)
    {
        var width = groups.SelectMany(group => group.Entries).Max(entry => entry.Names.Length);
        output.WriteLine("Usage: rgp COMMAND [OPTIONS]. `rgp help COMMAND` shows options, examples and exit codes.");
        foreach (var group in groups)
        {
            output.WriteLine(group.Title);
            foreach (var entry in group.Entries)
                output.WriteLine($"  {entry.Names.PadRight(width)}  {entry.Text}");
        }

        output.WriteLine("Also: rgp help, rgp version, rgp completion SHELL. To begin: rgp demo");
    }
}

/// <summary>Text in lines of at most a number of characters.</summary>
internal static class WrappedText
{
    /// <summary>Its lines; a longer word has a line to itself.</summary>
    public static IReadOnlyList<string> Of(string text, int width)
    {
        var lines = new List<string>();
        foreach (var word in text.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            if (lines.Count > 0 && lines[^1].Length + 1 + word.Length <= width)
                lines[^1] += " " + word;
            else
                lines.Add(word);
        }

        return lines;
    }
}
