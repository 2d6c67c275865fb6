using System.CommandLine;

namespace RgPolicy.Cli.Shell;

/// <summary>The option <c>--format</c> of commands that have more forms of a report than text and JSON.</summary>
internal static class FormatOption
{
    /// <summary>Makes it from the words of an enumeration.</summary>
    public static Option<string?> Create<TFormat>()
        where TFormat : struct, Enum
    {
        var words = Enum.GetNames<TFormat>().Select(name => name.ToLowerInvariant()).ToArray();
        var format = new Option<string?>("--format")
        {
            Description = "The report's form.",
            HelpName = string.Join('|', words),
        };
        format.CompletionSources.Add(words);
        format.Validators.Add(result =>
        {
            var value = result.Tokens.Count > 0 ? result.Tokens[^1].Value : words[0];
            if (!words.Contains(value, StringComparer.OrdinalIgnoreCase))
            {
                result.AddError($"There is no format `{value}`: {string.Join(", ", words[..^1])} or {words[^1]}.");
            }
        });
        return format;
    }

    /// <summary>The form that was asked for; without a word <c>--output json</c> decides.</summary>
    public static TFormat Read<TFormat>(string? word, bool wantsJson, TFormat text, TFormat json)
        where TFormat : struct, Enum =>
        word is null ? (wantsJson ? json : text) : Enum.Parse<TFormat>(word, ignoreCase: true);
}
