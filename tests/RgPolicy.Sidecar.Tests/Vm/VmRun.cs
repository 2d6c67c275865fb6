using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>
/// A run of the test machine. Where it hangs, stops, or a program in it dies of a memory fault, it is started once more: the emulator
/// was seen to do so after the last case had passed. The second time counts.
/// </summary>
internal sealed class VmRun
{
    private const int MemoryFault = 139;
    private const int TimeLimit = 124;
    private const int MachineFailed = 125;
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(120);
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);
    private readonly StringBuilder _output = new();
    private long _heardAt = Stopwatch.GetTimestamp();
    private bool _isStopped;

    /// <summary>Runs it to its end: the exit code, and everything it said.</summary>
    public static async Task<(int ExitCode, string Output)> RunAsync(ProcessStartInfo start)
    {
        start.UseShellExecute = false;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        var first = new VmRun();
        var exitCode = await first.OnceAsync(start);
        if (!first._isStopped && exitCode is not (MemoryFault or TimeLimit or MachineFailed)) return (exitCode, first._output.ToString());

        var second = new VmRun();
        var code = await second.OnceAsync(start);
        return (code, code == 0 ? second._output.ToString() : $"{first._output}\nstarted once more after exit code {exitCode}\n{second._output}");
    }

    private async Task<int> OnceAsync(ProcessStartInfo start)
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
        lock (_output) _output.Append(line).Append('\n');
        Interlocked.Exchange(ref _heardAt, Stopwatch.GetTimestamp());
    }

    private async Task WatchAsync(int id, CancellationToken ended)
    {
        while (Stopwatch.GetElapsedTime(Interlocked.Read(ref _heardAt)) < LongestSilence)
        {
            await Task.Delay(Pause, ended).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (ended.IsCancellationRequested) return;
        }

        // Asked to end, the script of the machine ends the emulator and leaves nothing behind.
        _isStopped = true;
        using var kill = Process.Start("kill", ["-TERM", id.ToString(CultureInfo.InvariantCulture)]);
        await kill.WaitForExitAsync(CancellationToken.None);
    }
}
