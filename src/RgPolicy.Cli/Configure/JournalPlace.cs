using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Configure;

/// <summary>Where it is remembered what a server's configuration was before each change.</summary>
internal static class JournalPlace
{
    private const string OfRoot = "/var/lib/rgpolicy/changes";

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

        return context.IsRoot ? OfRoot
            : context.EnvironmentVariable("XDG_STATE_HOME") is { Length: > 0 } state
                ? Path.Combine(state, "rgpolicy", "changes")
            : Path.Combine(
                context.EnvironmentVariable("HOME") ?? context.WorkingDirectory,
                ".local",
                "state",
                "rgpolicy",
                "changes"
            );
    }
}
