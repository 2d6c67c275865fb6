using System.ComponentModel;
using System.Diagnostics;

namespace RgPolicy.Cli.Demo.Live;

/// <summary>A program that never outlives rgp. A shell waits for the end of its own standard input, a pipe that the
/// kernel closes however rgp ends, and then ends the program; should the shell be killed, the kernel ends the program
/// (<c>PR_SET_PDEATHSIG</c>). The shell is a session of its own, which a Ctrl-C at the terminal does not
/// reach.</summary>
internal sealed class BoundProgram : IAsyncDisposable
{
    private const string Script = """
        signal=$1; shift
        exec 3<&0
        "$@" </dev/null 3<&- &
        program=$!
        { read -r _ <&3; kill -s "$signal" "$program"; } >/dev/null 2>&1 &
        wait "$program"; code=$?
        kill "$!"; exit "$code"
        """;

    private const int MostSaid = 16_384;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);
    private readonly Process _shell;
    private readonly TimeProvider _time;
    private readonly StringBuilder _said = new();

    private BoundProgram(Process shell, TimeProvider time) => (_shell, _time) = (shell, time);

    /// <summary>Starts one.</summary>
    /// <param name="signal">What ends it, such as <c>QUIT</c>.</param>
    /// <param name="scope">Words before those that bind it.</param>
    /// <param name="command">The program and its words.</param>
    /// <param name="time">The clock.</param>
    /// <exception cref="CommandException">There is no shell to start it.</exception>
    public static BoundProgram Start(
        string signal,
        IEnumerable<string> scope,
        IEnumerable<string> command,
        TimeProvider time
    )
    {
        var bind = Words($"sh -c {Script} sh {signal}");
        IEnumerable<string> words = [.. bind, .. scope, .. Words($"setpriv --pdeathsig={signal} --"), .. command];
        var start = new ProcessStartInfo("setsid", words)
        {
            UseShellExecute = false,
            WorkingDirectory = "/",
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["LC_ALL"] = "C";
        try
        {
            var program = new BoundProgram(Process.Start(start) ?? throw new Win32Exception(), time);
            program.Listen();
            return program;
        }
        catch (Win32Exception)
        {
            throw new CommandException(
                ExitCode.Unreachable,
                "setsid cannot be started, which keeps the demo's programs together",
                "Install the package util-linux."
            );
        }
    }

    /// <summary>The words of a text, each of which may hold one value, blanks and all.</summary>
    public static string[] Words(FormattableString text) =>
        [
            .. text
                .Format.Split(' ')
                .Select(word => string.Format(CultureInfo.InvariantCulture, word, text.GetArguments())),
        ];

    public bool HasEnded => _shell.HasExited;

    /// <summary>The last thing that it wrote of which people can make something, as one line.</summary>
    public string LastWords
    {
        get
        {
            lock (_said)
            {
                var lines = _said.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries);
                return lines.LastOrDefault(line => line.Contains("FATAL", StringComparison.Ordinal))
                    ?? lines.LastOrDefault()
                    ?? "it said nothing";
            }
        }
    }

    /// <summary>Waits until something is there; false when the program ends or the time is over first.</summary>
    public async Task<bool> WaitUntilAsync(
        Func<CancellationToken, Task<bool>> isThere,
        TimeSpan patience,
        CancellationToken cancellationToken
    )
    {
        var begun = _time.GetTimestamp();
        while (!await isThere(cancellationToken))
        {
            if (HasEnded)
            {
                await EndsWithinAsync(Patience);
                return false;
            }

            if (_time.GetElapsedTime(begun) > patience)
                return false;

            await Task.Delay(TimeSpan.FromMilliseconds(50), _time, cancellationToken);
        }

        return true;
    }

    /// <summary>Ends it, and waits until it is gone.</summary>
    public async ValueTask DisposeAsync()
    {
        _shell.StandardInput.Close();
        if (!await EndsWithinAsync(Patience))
        {
            _shell.Kill(entireProcessTree: true);
            await _shell.WaitForExitAsync(CancellationToken.None);
        }

        _shell.Dispose();
    }

    // With all that it has written.
    private async Task<bool> EndsWithinAsync(TimeSpan patience)
    {
        try
        {
            await _shell.WaitForExitAsync(CancellationToken.None).WaitAsync(patience, _time);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    private void Listen()
    {
        _shell.OutputDataReceived += (_, line) => Hear(line.Data);
        _shell.ErrorDataReceived += (_, line) => Hear(line.Data);
        _shell.BeginOutputReadLine();
        _shell.BeginErrorReadLine();
    }

    private void Hear(string? line)
    {
        lock (_said)
        {
            _said.Append(line).Append('\n');
            _said.Remove(0, Math.Max(_said.Length - MostSaid, 0));
        }
    }
}
