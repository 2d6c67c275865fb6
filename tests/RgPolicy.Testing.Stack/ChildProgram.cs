using System.Diagnostics;

namespace RgPolicy.Testing.Stack;

/// <summary>A program that was started here: its output is kept, and it never outlives its owner.</summary>
internal sealed class ChildProgram : IAsyncDisposable
{
    // Whoever runs the tests may ignore interrupts (nohup, a job in the background), and a program would inherit that.
    private const string HeedsInterrupts = "--default-signal=INT,HUP";

    // The program takes the shell's place, and so its number. Where there are no such groups, or no
    // right, nothing changes.
    private const string InOwnGroup = "{ echo -10 > /proc/self/autogroup; } 2>/dev/null; exec \"$0\" \"$@\"";

    private readonly Process _process;
    private readonly StringBuilder _output = new();
    private readonly StringBuilder _errors = new();
    private readonly EventHandler _atExit;
    private bool _disposed;

    private ChildProgram(Process process, string name)
    {
        (_process, Name) = (process, name);
        _atExit = (_, _) => Kill();
    }

    /// <summary>What it is called in messages.</summary>
    public string Name { get; }

    /// <summary>The process.</summary>
    public int ProcessId => _process.Id;

    /// <summary>Whether it has ended.</summary>
    public bool HasEnded => _disposed || _process.HasExited;

    /// <summary>Its exit code once it has ended.</summary>
    public int ExitCode => _process.ExitCode;

    /// <summary>What it has written to standard output so far.</summary>
    public string Output => Read(_output);

    /// <summary>What it has written to standard error so far.</summary>
    public string Errors => Read(_errors);

    /// <summary>Starts a program without standard input.</summary>
    public static ChildProgram Start(
        string program,
        IEnumerable<string> arguments,
        IReadOnlyDictionary<string, string?>? environment = null,
        string? workingDirectory = null,
        string? name = null
    )
    {
        var start = new ProcessStartInfo("env", [HeedsInterrupts, program, .. arguments])
        {
            WorkingDirectory = workingDirectory ?? ProductFiles.Root,
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (key, value) in environment ?? new Dictionary<string, string?>(StringComparer.Ordinal))
            start.Environment[key] = value;
        var process = Process.Start(start) ?? throw new InvalidOperationException(program + " did not start");
        var child = new ChildProgram(process, name ?? Path.GetFileName(program));
        child.Attach();
        return child;
    }

    /// <summary>
    /// Starts a program as a service manager does, with a share of the processors of its own: each
    /// process of a DBMS is a session to the kernel's scheduler (sched_autogroup), and many of them would leave a
    /// program of this session almost nothing.
    /// </summary>
    public static ChildProgram StartAsService(
        string program,
        IEnumerable<string> arguments,
        IReadOnlyDictionary<string, string?> environment
    ) => Start("setsid", ["sh", "-c", InOwnGroup, program, .. arguments], environment, name: Path.GetFileName(program));

    /// <summary>Starts a program as a terminal does: a session of its own to the kernel's scheduler,
    /// with the usual weight.</summary>
    public static ChildProgram StartAsSession(
        string program,
        IEnumerable<string> arguments,
        IReadOnlyDictionary<string, string?> environment
    ) => Start("setsid", [program, .. arguments], environment, name: Path.GetFileName(program));

    /// <summary>Runs a program to its end; kills it after the time-out.</summary>
    public static async Task<(int ExitCode, string Output, string Errors)> RunAsync(
        string program,
        IEnumerable<string> arguments,
        TimeSpan timeout,
        IReadOnlyDictionary<string, string?>? environment = null
    )
    {
        await using var child = Start(program, arguments, environment);
        if (!await child.WaitAsync(timeout))
            throw new TimeoutException($"{child.Name} did not end within {timeout}: {child.Output}{child.Errors}");
        return (child.ExitCode, child.Output, child.Errors);
    }

    /// <summary>Waits for its end; false when the time is over first.</summary>
    public async Task<bool> WaitAsync(TimeSpan timeout)
    {
        using var limit = new CancellationTokenSource(timeout);
        try
        {
            await _process.WaitForExitAsync(limit.Token);
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    /// <summary>Waits until its output (either stream) holds a text; false when it ends or the time is
    /// over first.</summary>
    public async Task<bool> WaitForOutputAsync(string text, TimeSpan timeout)
    {
        var clock = Stopwatch.StartNew();
        while (!Output.Contains(text, StringComparison.Ordinal) && !Errors.Contains(text, StringComparison.Ordinal))
        {
            if (HasEnded || clock.Elapsed > timeout)
                return false;
            await Task.Delay(20);
        }

        return true;
    }

    /// <summary>Sends a signal if it still runs.</summary>
    public void Signal(int signal)
    {
        if (!HasEnded)
            ProcessControl.Signal(ProcessId, signal);
    }

    /// <summary>Asks it to end (Ctrl-C) and kills it when it does not within the time; returns its exit code.</summary>
    public Task<int> InterruptAsync(TimeSpan timeout) => EndAsync(ProcessControl.Interrupt, timeout);

    /// <summary>Sends a signal that ends it and kills it when it does not within the time; returns its exit
    /// code.</summary>
    public async Task<int> EndAsync(int signal, TimeSpan timeout)
    {
        Signal(signal);
        if (!await WaitAsync(timeout))
            Kill();
        await _process.WaitForExitAsync();
        return ExitCode;
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        AppDomain.CurrentDomain.ProcessExit -= _atExit;
        if (_disposed)
            return;
        if (!HasEnded)
        {
            Signal(ProcessControl.Terminate);
            if (!await WaitAsync(TimeSpan.FromSeconds(5)))
                Kill();
        }

        _disposed = true;
        _process.Dispose();
    }

    private void Attach()
    {
        AppDomain.CurrentDomain.ProcessExit += _atExit;
        _process.OutputDataReceived += (_, e) => Append(_output, e.Data);
        _process.ErrorDataReceived += (_, e) => Append(_errors, e.Data);
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        _process.StandardInput.Close();
    }

    private static void Append(StringBuilder text, string? line)
    {
        if (line is null)
            return;
        lock (text)
            text.Append(line).Append('\n');
    }

    private static string Read(StringBuilder text)
    {
        lock (text)
            return text.ToString();
    }

    private void Kill()
    {
        if (!HasEnded)
            _process.Kill(entireProcessTree: true);
    }
}
