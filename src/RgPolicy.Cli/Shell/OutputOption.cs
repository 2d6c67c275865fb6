using System.CommandLine;

namespace RgPolicy.Cli.Shell;

/// <summary>The option <c>--output text|json</c> that every command has.</summary>
internal static class OutputOption
{
    /// <summary>Its name.</summary>
    public const string Name = "--output";

    /// <summary>What it is for.</summary>
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
