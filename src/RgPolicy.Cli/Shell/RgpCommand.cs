using System.CommandLine.Parsing;

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
                Aliases.Add(name);
        }
    }

    /// <summary>Gives it arguments, options and commands below it, in the order of its page.</summary>
    public RgpCommand Takes(params Symbol[] symbols)
    {
        foreach (var symbol in symbols)
        {
            if (symbol is Argument argument)
                Arguments.Add(argument);
            else if (symbol is Option option)
                Options.Add(option);
            else if (symbol is Command command)
                Subcommands.Add(command);
        }

        return this;
    }

    /// <summary>Looks over a command line before it is carried out.</summary>
    public RgpCommand Checks(Action<CommandResult> check)
    {
        Validators.Add(check);
        return this;
    }

    /// <summary>What it does; the result is the exit code.</summary>
    public RgpCommand Does(Func<ParseResult, Task<int>> work)
    {
        SetAction((result, _) => work(result));
        return this;
    }

    /// <inheritdoc cref="Does(Func{ParseResult, Task{int}})"/>
    public RgpCommand Does(Func<ParseResult, int> work)
    {
        SetAction(work);
        return this;
    }
}
