using System.CommandLine;

namespace RgPolicy.Cli.Help;

/// <summary>Commands that a reader looks for together.</summary>
/// <param name="Title">What they are for.</param>
/// <param name="Entries">In the order of the help.</param>
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
