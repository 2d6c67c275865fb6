using System.CommandLine.Completions;
using System.CommandLine.Parsing;

namespace RgPolicy.Cli.Shell;

/// <summary>Reports a command line that cannot be understood.</summary>
internal static class UsageErrors
{
    /// <summary>Prints every problem and where to read on.</summary>
    public static int Report(CliContext context, ParseResult result)
    {
        var command = result.CommandResult.Command;
        var mistaken = MistakenOptions(result).Select(token => Unmatched(token, command)).ToList();
        foreach (
            var problem in (mistaken.Count > 0 ? mistaken : Problems(result, command)).Distinct(StringComparer.Ordinal)
        )
            context.Error.WriteLine($"rgp: {problem}");

        context.Error.WriteLine($"See `{CommandPath(result)} --help`.");
        return ExitCode.Usage;
    }

    /// <summary>Whether a word that looks like an option was taken as a file or a name, and what
    /// follows it as another.</summary>
    public static bool HasMistakenOption(ParseResult result) => MistakenOptions(result).Any();

    // After `--` a name may begin with a hyphen; the hyphen alone is standard input.
    private static IEnumerable<string> MistakenOptions(ParseResult result) =>
        result.Tokens.Any(token => token.Type == TokenType.DoubleDash)
            ? []
            : result
                .CommandResult.Children.OfType<ArgumentResult>()
                .SelectMany(argument => argument.Tokens)
                .Select(token => token.Value)
                .Where(value => value.Length > 1 && value[0] == '-');

    private static IEnumerable<string> Problems(ParseResult result, Command command)
    {
        // What follows an unknown command belongs to it.
        var unmatched = result.UnmatchedTokens;
        foreach (var token in command.Subcommands.Count > 0 ? unmatched.Take(1) : unmatched)
            yield return Unmatched(token, command);

        foreach (var error in result.Errors)
        {
            var repeats = unmatched.Any(token => error.Message.Contains($"'{token}'", StringComparison.Ordinal));
            var follows = unmatched.Count > 0 && command.Subcommands.Count > 0;
            if (!repeats && !follows)
                yield return Text(error, command);
        }
    }

    // The parser's own words name a type of the runtime, or list words on lines of their own.
    private static string Text(ParseError error, Command command)
    {
        if (error.SymbolResult is not OptionResult { Option: var option, Tokens: [var first, ..] tokens })
            return error.Message;

        if (
            Kind(option.ValueType) is { } kind
            && error.Message.Contains(option.ValueType.ToString(), StringComparison.Ordinal)
        )
            return $"{option.Name}: `{first.Value}` is not {kind}";

        var words = Words(option);
        return
            error.Message.Contains('\n', StringComparison.Ordinal)
            && tokens.FirstOrDefault(token => !words.Contains(token.Value, StringComparer.Ordinal)) is { } wrong
            ? NotAmong(option, words, wrong.Value, command)
            : error.Message;
    }

    private static string NotAmong(Option option, IReadOnlyList<string> words, string value, Command command)
    {
        var other = command.Options.FirstOrDefault(each =>
            each != option && Words(each).Contains(value, StringComparer.Ordinal)
        );
        var hint = other is not null
            ? $"{other.Name} {value}"
            : NameSuggestion.Find(value, words)
                ?? words.FirstOrDefault(word => word.StartsWith(value, StringComparison.Ordinal));
        return $"{option.Name}: `{value}` is not one of {string.Join(", ", words)}{(hint is null ? "" : $"; did you mean `{hint}`?")}";
    }

    private static string[] Words(Option option) =>
        [.. option.GetCompletions(CompletionContext.Empty).Select(each => each.Label)];

    private static string? Kind(Type type) =>
        Type.GetTypeCode(Nullable.GetUnderlyingType(type) ?? type) switch
        {
            TypeCode.Int32 or TypeCode.Int64 or TypeCode.UInt32 or TypeCode.UInt64 => "a whole number that fits",
            TypeCode.Double or TypeCode.Decimal => "a number",
            TypeCode.Boolean => "`true` or `false`",
            _ => null,
        };

    private static string Unmatched(string token, Command command)
    {
        var isOption = token.StartsWith('-');
        var known = isOption ? OptionNames(command) : command.Subcommands.Select(each => each.Name);
        var kind =
            isOption ? "option"
            : command.Subcommands.Count > 0 ? "command"
            : "argument";
        var closest =
            NameSuggestion.Find(token, known)
            ?? (isOption ? LongerOption(token, known) ?? OldOption(token, command) : null);
        var hint = closest is null ? "" : $"; did you mean `{closest}`?";
        return $"unknown {kind} `{token}`{hint}";
    }

    // `--socket` where there is `--status-socket`.
    private static string? LongerOption(string token, IEnumerable<string> known) =>
        known.FirstOrDefault(name => name.EndsWith("-" + token.TrimStart('-'), StringComparison.Ordinal));

    // `--traget`, where `--target` was once the name of `--profile`.
    private static string? OldOption(string token, Command command)
    {
        var old = OldNames.Of(command).ToList();
        var meant = NameSuggestion.Find(token, old.Select(each => each.Old));
        return old.Where(each => each.Old == meant).Select(each => each.Name).FirstOrDefault();
    }

    private static IEnumerable<string> OptionNames(Command command)
    {
        for (Command? level = command; level is not null; level = level.Parents.OfType<Command>().FirstOrDefault())
        {
            foreach (var option in level.Options.Where(option => level == command || option.Recursive))
                yield return option.Name;
        }
    }

    private static string CommandPath(ParseResult result)
    {
        var names = new List<string>();
        for (var level = result.CommandResult; level is not null; level = level.Parent as CommandResult)
            names.Insert(0, level.Command is RootCommand ? "rgp" : level.Command.Name);

        return string.Join(' ', names);
    }
}
