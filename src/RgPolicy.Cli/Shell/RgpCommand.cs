using System.Collections.Immutable;
using System.CommandLine;

namespace RgPolicy.Cli.Shell;

/// <summary>A command whose help ends with examples and exit codes.</summary>
internal sealed class RgpCommand : Command, IRenamed
{
    private readonly ImmutableArray<string> _oldNames = [];

    /// <summary>Creates a command with its examples.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="summary">What it does, in at most 60 characters, for lists of commands.</param>
    /// <param name="examples">At least two command lines that work as they stand.</param>
    public RgpCommand(string name, string summary, params string[] examples)
        : base(name, summary)
    {
        Examples = [.. examples];
    }

    /// <summary>Command lines that work as they stand.</summary>
    public ImmutableArray<string> Examples { get; }

    /// <summary>What else a reader of its help needs to know; empty where the summary says all.</summary>
    public string Details { get; init; } = "";

    /// <summary>What exit codes mean here, beside those that mean the same for every command.</summary>
    public ImmutableArray<ExitMeaning> Ends { get; init; } = [];

    /// <inheritdoc/>
    public ImmutableArray<string> OldNames
    {
        get => _oldNames;
        init
        {
            _oldNames = value;
            foreach (var name in value)
            {
                Aliases.Add(name);
            }
        }
    }
}
