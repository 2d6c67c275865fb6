using System.Diagnostics;
using System.Text;
using System.Text.RegularExpressions;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Commands;

/// <summary>The live view at a real terminal of 80 columns and 24 lines: it fits, and leaves the terminal as it was.</summary>
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

    private async Task WatchAsync(string key, int exitCode)
    {
        var shown = await TypeAsync(
            "trap : INT; stty cols 80 rows 24; stty -a >before; "
                + $"'{ProductFiles.Rgp}' status --watch --status-socket '{Socket}'; echo ended with $?; stty -a >after",
            key
        );

        Assert.Contains($"ended with {exitCode}", shown, StringComparison.Ordinal);
        Assert.Equal(await ReadAsync("before"), await ReadAsync("after"));
        Assert.True(
            shown.LastIndexOf(Restored, StringComparison.Ordinal) > shown.LastIndexOf(Home, StringComparison.Ordinal)
        );
        var pictures = shown[..shown.IndexOf(Restored, StringComparison.Ordinal)].Split(Home)[1..];
        Assert.Contains(pictures, picture => picture.Contains("postgres://rgpolicy@/bench", StringComparison.Ordinal));
        Assert.All(pictures, picture => Assert.InRange(picture.Split('\n').Length, 2, 24));
        Assert.All(
            pictures.SelectMany(picture => Steering().Replace(picture, "").Split('\n')),
            line => Assert.InRange(line.TrimEnd('\r').Length, 0, 80)
        );
    }

    /// <summary>Runs a line at the terminal, and presses a key when the second picture is there.</summary>
    private async Task<string> TypeAsync(string line, string key)
    {
        var start = new ProcessStartInfo(TerminalFactAttribute.Script, ["-qefc", line, "/dev/null"])
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
        var (buffer, isPressed) = (new char[4096], false);
        while (await terminal.StandardOutput.ReadAsync(buffer, limit.Token) is var count and > 0)
        {
            shown.Append(buffer, 0, count);
            if (!isPressed && shown.ToString() is var text && text.Contains(OwnScreen, StringComparison.Ordinal))
            {
                isPressed = text.Split(Home).Length > 2;
                await terminal.StandardInput.WriteAsync(isPressed ? key : "");
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
