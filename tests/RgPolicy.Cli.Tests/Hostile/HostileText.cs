using System.Text.Json;
using RgPolicy.Cli.Commands;
using RgPolicy.Cli.Shell;
using RgPolicy.Host.Text;

namespace RgPolicy.Cli.Tests.Hostile;

/// <summary>A name that steers terminals, makes lines of its own and turns the direction of text, and what must not
/// become of it.</summary>
internal static class HostileText
{
    /// <summary>Colour, bell, backspace, line ends, C1's CSI, bidirectional marks, a line separator and DEL; all of it
    /// may be in a file's name.</summary>
    public const string Name = "e\u001b[31m\u0007\b\r\nFORGED\t\u009b2J\u202e\u2066\u200f\u2028\u007fy";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    /// <summary>Runs a command line as on a terminal or as in a pipe, and checks both of its streams.</summary>
    public static async Task<CliRun> RunAsync(
        Func<CliContext, CliContext> change,
        bool isTerminal,
        params string[] arguments
    )
    {
        using var late = new CancellationTokenSource(Patience);
        var output = new MemoryStream();
        var error = new StringWriter();
        var context = change(
            CliRun.Context(output) with
            {
                Error = error,
                IsOutputTerminal = isTerminal,
                IsErrorTerminal = isTerminal,
            }
        );
        var exitCode = await CommandRunner.RunAsync(context, arguments, late.Token);
        await context.FlushAsync();
        var run = new CliRun(exitCode, System.Text.Encoding.UTF8.GetString(output.ToArray()), error.ToString());
        AssertSafe(run, isTerminal, arguments);
        return run;
    }

    private static void AssertSafe(CliRun run, bool isTerminal, string[] arguments)
    {
        foreach (var text in new[] { run.Output, run.Error })
        {
            // Only what comes from Paint and from the line of progress: colours, and returns to a line's beginning.
            var shown = isTerminal ? WithoutOwn(text) : text;
            var bad = shown.Where(each => each != '\n' && SafeText.IsUnsafe(each)).Distinct().ToArray();
            var command = SafeText.Escape(string.Join(' ', arguments));
            Assert.True(
                bad.Length == 0,
                $"rgp {command} printed {string.Join(' ', bad.Select(each => ((int)each).ToString("x4", null)))}: {SafeText.EscapeLines(text)}"
            );
            Assert.DoesNotContain(shown.Split('\n'), IsForged);
        }

        if (arguments.Contains("json", StringComparer.Ordinal) && run.Output.StartsWith('{'))
            JsonDocument.Parse(run.Output).Dispose();
    }

    /// <summary>A line, or one of a table's first column, that a name has made; in another column a
    /// long name may only be wrapped.</summary>
    private static bool IsForged(string line)
    {
        var start = line.TrimStart(' ');
        return (start.StartsWith('│') ? start[1..].TrimStart(' ') : start).StartsWith(
            "FORGED",
            StringComparison.Ordinal
        );
    }

    private static string WithoutOwn(string text)
    {
        foreach (var own in new[] { "1", "2", "1;31", "1;33", "32", "36", "0" })
            text = text.Replace($"\u001b[{own}m", "", StringComparison.Ordinal);

        return text.StartsWith('\r') ? text.Replace("\r", "", StringComparison.Ordinal) : text;
    }
}
