using System.CommandLine.Parsing;

namespace RgPolicy.Cli.Shell;

/// <summary>The option <c>--output</c> of commands that have more forms of a report than text and JSON.</summary>
internal static class FormatOption
{
    /// <summary>Makes it from the words of an enumeration.</summary>
    public static Option<string?> Create<TFormat>()
        where TFormat : struct, Enum
    {
        var words = Enum.GetNames<TFormat>().Select(name => name.ToLowerInvariant()).ToArray();
        var format = new RenamedOption<string?>(OutputOption.Name, "--format", "-o")
        {
            Description = OutputOption.Description,
            HelpName = string.Join('|', words),
            DefaultValueFactory = _ => words[0],
        };
        format.CompletionSources.Add(words);
        format.Validators.Add(result =>
        {
            var value = result.Tokens.Count > 0 ? result.Tokens[^1].Value : words[0];
            if (!words.Contains(value, StringComparer.OrdinalIgnoreCase))
                result.AddError($"There is no output `{value}`: {string.Join(", ", words[..^1])} or {words[^1]}.");
        });
        return format;
    }

    /// <summary>The form that was asked for, behind the command or before it.</summary>
    public static TFormat Read<TFormat>(ParseResult result, Option<string?> format)
        where TFormat : struct, Enum
    {
        var word = result.GetResult(format) is { Implicit: false }
            ? result.GetValue(format)
            : result
                .RootCommandResult.Children.OfType<OptionResult>()
                .FirstOrDefault(each => each.Option.Name == OutputOption.Name)
                ?.Tokens.Select(token => token.Value)
                .LastOrDefault();
        return Enum.Parse<TFormat>(word ?? Enum.GetNames<TFormat>()[0], ignoreCase: true);
    }
}

/// <summary>The option <c>--output text|json</c> that every command has.</summary>
internal static class OutputOption
{
    public const string Name = "--output";

    public const string Description =
        "The form of the answer: text for people, json for scripts, others for other programs.";

    /// <summary>Makes the option for the root command.</summary>
    public static Option<string> Create()
    {
        var option = new RenamedOption<string>(Name, "-o")
        {
            Description = Description,
            HelpName = "text|json",
            Recursive = true,
            DefaultValueFactory = _ => "text",
        };
        return option.AcceptOnlyFromAmong("text", "json");
    }

    /// <summary>True when JSON was asked for.</summary>
    public static bool WantsJson(this ParseResult result) =>
        string.Equals(result.GetValue<string>(Name), "json", StringComparison.Ordinal);
}
