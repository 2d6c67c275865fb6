using System.Diagnostics;

namespace RgPolicy.Package.Man;

/// <summary>What the published program says of itself.</summary>
/// <param name="Pages">Each command's help, the program's own first.</param>
/// <param name="BashCompletion">The script that completes its command lines.</param>
internal sealed record ProgramHelp(ImmutableArray<(string Command, string Help)> Pages, string BashCompletion)
{
    /// <summary>Asks it.</summary>
    public static ProgramHelp Ask(string program)
    {
        var root = Run(program, "--help");
        var commands = Commands(root);
        return new ProgramHelp(
            [("", root), .. commands.Select(command => (command, Run(program, command, "--help")))],
            Run(program, "completion", "bash")
        );
    }

    /// <summary>The names in the lists of commands: what stands before each description, as in <c>  diff, prove   Compare</c>.</summary>
    private static IEnumerable<string> Commands(string help) =>
        help.Split('\n')
            .Where(line =>
                line.StartsWith("  ", StringComparison.Ordinal) && line.Length > 2 && char.IsAsciiLetterLower(line[2])
            )
            .SelectMany(line => line.Trim().Split("  ", 2)[0].Split(", "));

    private static string Run(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, UseShellExecute = false };
        start.Environment["COLUMNS"] = "100";
        using var process = Process.Start(start) ?? throw new InvalidOperationException(program + " did not start");
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? output.ReplaceLineEndings("\n")
            : throw new InvalidOperationException(
                $"{program} {string.Join(' ', arguments)} ended with {process.ExitCode}"
            );
    }
}
