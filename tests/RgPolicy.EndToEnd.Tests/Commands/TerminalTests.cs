using System.Diagnostics;
using System.Text.RegularExpressions;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Commands;

/// <summary>The live view at a real terminal of 80 columns and 24 lines: it fits, and leaves the terminal as it
/// was.</summary>
public sealed partial class TerminalTests : IAsyncLifetime
{
    private const string OwnScreen = "\u001b[?1049h";
    private const string Restored = "\u001b[?25h\u001b[?1049l";
    private const string Home = "\u001b[H";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-tty-").FullName;
    private ChildProgram? _service;

    private string Socket => Path.Combine(_directory, "s");

    public async Task InitializeAsync()
    {
        _service = ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "run",
                ProductFiles.Path("policies", "htap.rgp"),
                "--recording",
                ProductFiles.Path("samples", "htap.rgrec"),
                "--speed",
                "1",
                "--status-socket",
                Socket,
                "--pause-file",
                Path.Combine(_directory, "paused"),
            ]
        );
        for (var tries = 0; tries < 600 && !File.Exists(Socket); tries++)
            await Task.Delay(50);
    }

    public async Task DisposeAsync()
    {
        await _service!.DisposeAsync();
        Directory.Delete(_directory, recursive: true);
    }

    [TerminalFact]
    public async Task StatusWatch_UntilQIsPressed_FitsAndLeavesTheTerminalAsItWas() => await WatchAsync("q", 0);

    [TerminalFact]
    public async Task StatusWatch_UntilCtrlC_LeavesTheTerminalAsItWas() => await WatchAsync("\u0003", 130);

    [TerminalFact]
    public async Task StatusWatch_TerminalIsResized_FollowsAndCtrlCGivesItBack()
    {
        const string Settings = "stty -a | sed 's/rows [0-9]*; columns [0-9]*;//'";
        var shown = await TypeAsync(
            $"trap : INT; stty cols 120 rows 30; {Settings} >before; "
                + "(while [ ! -e go ]; do sleep 0.05; done; stty cols 70 rows 12) </dev/tty & "
                + $"'{ProductFiles.Rgp}' status --watch --status-socket '{Socket}'; echo ended with $?; {Settings} >after",
            (text => Pictures(text).Any(picture => Size(picture).Width == 120), () => Made("go")),
            (text => Pictures(text).Any(picture => Size(picture).Width == 70), () => "\u0003")
        );

        Assert.Contains("ended with 130", shown, StringComparison.Ordinal);
        Assert.Equal(await ReadAsync("before"), await ReadAsync("after"));
        Assert.All(
            Pictures(shown).Select(Size).SkipWhile(size => size.Width > 70),
            size => Assert.True(size is { Width: 70, Height: <= 12 }, size.ToString())
        );
    }

    private string Made(string name)
    {
        File.WriteAllText(Path.Combine(_directory, name), "");
        return "";
    }

    private static (int Width, int Height) Size(string picture)
    {
        var lines = Steering().Replace(picture, "").Split('\n');
        return (lines.Max(line => line.TrimEnd('\r').Length), lines.Length);
    }

    /// <summary>Those that are drawn to their end.</summary>
    private static string[] Pictures(string shown)
    {
        var pictures = shown.Split(Restored)[0].Split(Home);
        return shown.Contains(Restored, StringComparison.Ordinal)
            ? pictures[1..]
            : pictures[1..Math.Max(1, pictures.Length - 1)];
    }

    private async Task WatchAsync(string key, int exitCode)
    {
        var shown = await TypeAsync(
            "trap : INT; stty cols 80 rows 24; stty -a >before; "
                + $"'{ProductFiles.Rgp}' status --watch --status-socket '{Socket}'; echo ended with $?; stty -a >after",
            (text => Pictures(text).Length > 0, () => key)
        );

        Assert.Contains($"ended with {exitCode}", shown, StringComparison.Ordinal);
        Assert.Equal(await ReadAsync("before"), await ReadAsync("after"));
        Assert.True(
            shown.LastIndexOf(Restored, StringComparison.Ordinal) > shown.LastIndexOf(Home, StringComparison.Ordinal)
        );
        var pictures = Pictures(shown);
        Assert.Contains(pictures, picture => picture.Contains("postgres://rgpolicy@/bench", StringComparison.Ordinal));
        Assert.All(
            pictures.Select(Size),
            size => Assert.True(size is { Width: <= 80, Height: >= 2 and <= 24 }, size.ToString())
        );
    }

    /// <summary>Runs a line at the terminal, and types what comes next each time that it shows what is waited
    /// for.</summary>
    private async Task<string> TypeAsync(string line, params (Predicate<string> When, Func<string> Type)[] steps)
    {
        // Whoever runs the tests may ignore interrupts, and what runs at the terminal would, too.
        var start = new ProcessStartInfo(
            "env",
            ["--default-signal=INT", TerminalFactAttribute.Script, "-qefc", line, "/dev/null"]
        )
        {
            WorkingDirectory = _directory,
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            StandardOutputEncoding = Encoding.UTF8,
        };
        start.Environment["TERM"] = "xterm";
        start.Environment["SHELL"] = "/bin/sh";
        using var terminal = Process.Start(start)!;
        using var limit = new CancellationTokenSource(Patience);
        var shown = new StringBuilder();
        var (buffer, done) = (new char[4096], 0);
        while (await terminal.StandardOutput.ReadAsync(buffer, limit.Token) is var count and > 0)
        {
            shown.Append(buffer, 0, count);
            if (
                done < steps.Length
                && shown.ToString() is var text
                && text.Contains(OwnScreen, StringComparison.Ordinal)
                && steps[done].When(text)
            )
            {
                await terminal.StandardInput.WriteAsync(steps[done++].Type());
                await terminal.StandardInput.FlushAsync(limit.Token);
            }
        }

        await terminal.WaitForExitAsync(limit.Token);
        return shown.ToString();
    }

    private Task<string> ReadAsync(string name) => File.ReadAllTextAsync(Path.Combine(_directory, name));

    [GeneratedRegex(@"\u001b\[[?0-9;]*[A-Za-z]", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Steering();
}
