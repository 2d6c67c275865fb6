using System.Diagnostics;

namespace RgPolicy.Sidecar.Tests.Sampling;

/// <summary>A <see cref="TouchingProgram"/> that runs, or the same in C where that was built.</summary>
internal sealed class TouchingProcess : IDisposable
{
    private readonly Process _process;

    private TouchingProcess(Process process) => _process = process;

    internal int ProcessId => _process.Id;

    internal static TouchingProcess Start(int mebibytes, string shape)
    {
        var size = mebibytes.ToString(CultureInfo.InvariantCulture);
        var start = Environment.GetEnvironmentVariable("RGPOLICY_TOUCH") is { } native
            ? new ProcessStartInfo(native, [size, shape])
            : new ProcessStartInfo("dotnet", [typeof(TouchingProcess).Assembly.Location, "touch", size, shape]);
        start.RedirectStandardOutput = true;
        start.UseShellExecute = false;

        // What compiles and collects beside the program would be found too.
        start.Environment["DOTNET_TieredCompilation"] = "0";
        start.Environment["DOTNET_gcConcurrent"] = "0";
        var process = new TouchingProcess(Process.Start(start)!);
        Assert.Equal("ready", process._process.StandardOutput.ReadLine());
        return process;
    }

    /// <summary>Processor time that it has used.</summary>
    internal TimeSpan ProcessorTime
    {
        get
        {
            _process.Refresh();
            return _process.TotalProcessorTime;
        }
    }

    /// <summary>Waits for the next second's count of look-ups.</summary>
    internal long NextCount() => long.Parse(_process.StandardOutput.ReadLine() ?? "0", CultureInfo.InvariantCulture);

    /// <summary>Ends it.</summary>
    internal void End()
    {
        _process.Kill();
        _process.WaitForExit();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            End();

        _process.Dispose();
    }
}
