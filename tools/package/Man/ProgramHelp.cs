using System.Collections.Immutable;
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

    /// <summary>The names in the list of commands: the first words of the lines after its heading.</summary>
    private static IEnumerable<string> Commands(string help) =>
        help.Split('\n')
            .SkipWhile(line => !line.StartsWith("Commands:", StringComparison.Ordinal))
            .Skip(1)
            .TakeWhile(line => line.StartsWith("  ", StringComparison.Ordinal))
            .Where(line => line.Length > 2 && line[2] != ' ')
            .Select(line => line.Trim().Split(' ')[0]);

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
