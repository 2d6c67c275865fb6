using RgPolicy.Cli.Shell;
using RgPolicy.Service.Settings;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Says what is wrong with a service's settings.</summary>
internal static class SettingsProblems
{
    /// <summary>Says it, each with its key.</summary>
    /// <param name="context">Where to.</param>
    /// <param name="reading">What was read.</param>
    /// <param name="path">From where.</param>
    /// <param name="outcome">What was not done for it, such as <c>Nothing was started.</c></param>
    /// <returns>The exit code.</returns>
    public static int Report(CliContext context, SettingsReading reading, string path, string outcome)
    {
        foreach (var problem in reading.Problems)
        {
            context.Error.WriteLine($"rgp: {problem}");
        }

        return context.Finish(ExitCode.Usage, $"{outcome} Fix {path}, then try: rgp service check --config {path}");
    }
}
