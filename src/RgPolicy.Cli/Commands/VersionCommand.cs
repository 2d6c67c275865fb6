using System.Runtime.InteropServices;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp version</c>.</summary>
internal static class VersionCommand
{
    private const int LanguageVersion = 1;

    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "version",
            "Prints the versions of rgp, language and runtime.",
            "rgp version",
            "rgp version --output json"
        );
        command.SetAction(result => Print(context, result.WantsJson()));
        return command;
    }

    private static int Print(CliContext context, bool json)
    {
        if (json)
        {
            new JsonReport(context, "rgp/version/1").Write(writer =>
            {
                writer.WriteString("version", ProductVersion.Text);
                writer.WriteNumber("language_version", LanguageVersion);
                writer.WriteString("runtime", RuntimeInformation.FrameworkDescription);
                writer.WriteString("operating_system", RuntimeInformation.OSDescription);
                writer.WriteString("architecture", ArchitectureName());
            });
            return ExitCode.Success;
        }

        context.Output.WriteLine($"rgp       {ProductVersion.Text}");
        context.Output.WriteLine($"language  {LanguageVersion}");
        context.Output.WriteLine($"runtime   {RuntimeInformation.FrameworkDescription}");
        context.Output.WriteLine($"system    {RuntimeInformation.OSDescription} ({ArchitectureName()})");
        return ExitCode.Success;
    }

    private static string ArchitectureName() => RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();
}
