using System.CommandLine;

namespace RgPolicy.Cli.Policies;

/// <summary>The option <c>--policy FILE</c>.</summary>
internal static class PolicyOption
{
    /// <summary>Makes it; a command cannot do without.</summary>
    public static Option<string> Create() =>
        new("--policy")
        {
            Description = "The policy.",
            HelpName = "FILE",
            Required = true,
        };
}
