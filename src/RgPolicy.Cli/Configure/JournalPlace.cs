using RgPolicy.Cli.Shell;
using RgPolicy.Service.Control;

namespace RgPolicy.Cli.Configure;

/// <summary>Where it is remembered what a server's configuration was before each change.</summary>
internal static class JournalPlace
{
    /// <summary>The directory that was given, or the usual one of this user.</summary>
    public static string Of(CliContext context, string? given)
    {
        if (given is not null)
        {
            return context.Resolve(given);
        }

        if (OperatingSystem.IsWindows())
        {
            return Path.Combine(
                Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData),
                "RgPolicy",
                "changes"
            );
        }

        return Path.Combine(
            StateFolder.Of("rgpolicy", context.IsRoot, context.EnvironmentVariable)
                ?? Path.Combine(context.WorkingDirectory, ".local", "state", "rgpolicy"),
            "changes"
        );
    }
}
