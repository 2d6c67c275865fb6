using System.Collections.Immutable;
using System.CommandLine;

namespace RgPolicy.Cli.Shell;

/// <summary>A command whose help ends with examples.</summary>
internal sealed class RgpCommand : Command
{
    /// <summary>Creates a command with its examples.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="description">One sentence for the list of commands.</param>
    /// <param name="examples">At least two command lines that work as they stand.</param>
    public RgpCommand(string name, string description, params string[] examples)
        : base(name, description)
    {
        Examples = [.. examples];
    }

    /// <summary>Command lines that work as they stand.</summary>
    public ImmutableArray<string> Examples { get; }
}
