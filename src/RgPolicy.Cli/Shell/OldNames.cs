using System.CommandLine.Parsing;

namespace RgPolicy.Cli.Shell;

/// <summary>Says which old names a command line uses.</summary>
internal static class OldNames
{
    /// <summary>Says it once for each name, on standard error.</summary>
    public static void Report(CliContext context, ParseResult result)
    {
        foreach (var (old, name) in Used(result).Distinct())
            context.Error.WriteLine($"rgp: `{old}` is now `{name}`; the old name works until 0.2.");
    }

    /// <summary>The options of a command by every name that they had.</summary>
    public static IEnumerable<(string Old, string Name)> Of(Command command) =>
        command.Options.SelectMany(option =>
            option is IRenamed renamed ? renamed.OldNames.Select(old => (old, option.Name)) : []
        );

    private static IEnumerable<(string Old, string Name)> Used(ParseResult result)
    {
        for (SymbolResult? level = result.CommandResult; level is CommandResult command; level = level.Parent)
        {
            if (Match(command.Command, command.IdentifierToken) is { } asCommand)
                yield return asCommand;

            foreach (var option in command.Children.OfType<OptionResult>())
            {
                if (Match(option.Option, option.IdentifierToken) is { } asOption)
                    yield return asOption;
            }
        }
    }

    private static (string Old, string Name)? Match(Symbol symbol, Token? written) =>
        written is { Value: var word }
        && symbol is IRenamed renamed
        && renamed.OldNames.Contains(word, StringComparer.Ordinal)
            ? (word, symbol.Name)
            : null;
}

/// <summary>An option or a command that had other names: they work until 0.2, and each use of one says so.</summary>
internal interface IRenamed
{
    ImmutableArray<string> OldNames { get; }
}

/// <summary>An option that had other names.</summary>
/// <typeparam name="T">The type of its value.</typeparam>
internal sealed class RenamedOption<T> : Option<T>, IRenamed
{
    public RenamedOption(string name, params string[] oldNames)
        : base(name, oldNames) => OldNames = [.. oldNames];

    /// <inheritdoc/>
    public ImmutableArray<string> OldNames { get; }
}
