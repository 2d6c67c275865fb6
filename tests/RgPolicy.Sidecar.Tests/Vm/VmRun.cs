using System.Diagnostics;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>
/// A run of the test machine. One that says nothing for long is ended, and has failed: a machine that
/// hangs would otherwise be waited for until its own limit.
/// </summary>
internal sealed class VmRun
{
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(120);
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);
    private readonly StringBuilder _output = new();
    private long _heardAt = Stopwatch.GetTimestamp();

    /// <summary>Runs it to its end: the exit code, and everything it said.</summary>
    public static async Task<(int ExitCode, string Output)> RunAsync(ProcessStartInfo start)
    {
        start.UseShellExecute = false;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        var run = new VmRun();
        var exitCode = await run.ToItsEndAsync(start);
        return (exitCode, run._output.ToString());
    }

    private async Task<int> ToItsEndAsync(ProcessStartInfo start)
    {
        using var machine = new Process { StartInfo = start };
        machine.OutputDataReceived += (_, line) => Hear(line.Data);
        machine.ErrorDataReceived += (_, line) => Hear(line.Data);
        machine.Start();
        machine.BeginOutputReadLine();
        machine.BeginErrorReadLine();
        using var watching = new CancellationTokenSource();
        var watch = WatchAsync(machine.Id, watching.Token);
        await machine.WaitForExitAsync();
        await watching.CancelAsync();
        await watch;
        return machine.ExitCode;
    }

    private void Hear(string? line)
    {
        lock (_output)
            _output.Append(line).Append('\n');
        Interlocked.Exchange(ref _heardAt, Stopwatch.GetTimestamp());
    }

    private async Task WatchAsync(int id, CancellationToken ended)
    {
        while (Stopwatch.GetElapsedTime(Interlocked.Read(ref _heardAt)) < LongestSilence)
        {
            await Task.Delay(Pause, ended).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (ended.IsCancellationRequested)
                return;
        }

        // Asked to end, the script of the machine ends the emulator and leaves nothing behind.
        Hear($"nothing was heard for {LongestSilence.TotalSeconds} s: the machine is ended");
        using var kill = Process.Start("kill", ["-TERM", id.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync(CancellationToken.None);
    }
}
