using System.Collections.Immutable;

namespace RgPolicy.Cli.Help;

/// <summary>What <c>rgp --help</c> prints: every command in its group, on one screen.</summary>
internal sealed class OverviewPage(ImmutableArray<CommandGroup> groups)
{
    /// <summary>Prints the page.</summary>
    public void Write(TextWriter output)
    {
        var width = groups.SelectMany(group => group.Entries).Max(entry => entry.Names.Length);
        output.WriteLine("Usage: rgp COMMAND [OPTIONS]. `rgp help COMMAND` shows options, examples and exit codes.");
        foreach (var group in groups)
        {
            output.WriteLine(group.Title);
            foreach (var entry in group.Entries)
            {
                output.WriteLine($"  {entry.Names.PadRight(width)}  {entry.Text}");
            }
        }

        output.WriteLine("Also: rgp help, rgp version, rgp completion SHELL. To begin: rgp demo");
    }
}
