using System.CommandLine;

namespace RgPolicy.Cli.Shell;

/// <summary>The option <c>--output text|json</c> that every command has.</summary>
internal static class OutputOption
{
    private const string Name = "--output";

    /// <summary>Makes the option for the root command.</summary>
    public static Option<string> Create()
    {
        var option = new Option<string>(Name, "-o")
        {
            Description = "The form of standard output: text for people, json for scripts.",
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
