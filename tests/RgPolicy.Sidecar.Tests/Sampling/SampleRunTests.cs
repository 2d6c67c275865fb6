using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Sampling;

namespace RgPolicy.Sidecar.Tests.Sampling;

/// <summary>Real processes, whose memory the kernel marks.</summary>
public sealed class SampleRunTests
{
    private const double Mebibyte = 1024 * 1024;

    [Theory]
    [InlineData(16, "uniform")]
    [InlineData(64, "zipf")]
    public void Run_HotSetOfKnownSize_FindsItInTheLongestWindow(int mebibytes, string shape)
    {
        using var process = TouchingProcess.Start(mebibytes, shape);

        var report = Sample(process);

        Assert.Equal("", report.Problem);
        Assert.InRange(report.Points[^1].PrivateBytes / Mebibyte, mebibytes / 2.0, mebibytes * 2.0);
        Assert.InRange(report.CostMicroseconds, 1, int.MaxValue);
    }

    [Fact]
    public void Run_ScanBesideTheHotSet_TheCurveGrowsWithTheWindow()
    {
        using var process = TouchingProcess.Start(16, "scan");

        var points = Sample(process).Points;

        // 32 MiB/s between the last two, and half of it on a host that is busy.
        var seconds = (points[^1].Milliseconds - points[^2].Milliseconds) / 1000.0;
        Assert.InRange((points[^1].PrivateBytes - points[^2].PrivateBytes) / Mebibyte / seconds, 4, 64);
    }

    [Fact]
    public void Run_CutBeforeTheLongestWindow_TellsNothing()
    {
        using var process = TouchingProcess.Start(1, "uniform");
        using var run = Open(process);

        var report = run.Run(rest => rest > TimeSpan.FromMilliseconds(500));

        Assert.Empty(report.Points);
        Assert.NotEmpty(report.Problem);
    }

    [Fact]
    public void Run_ProcessEndsMeanwhile_SaysThatThereIsNothing()
    {
        using var process = TouchingProcess.Start(1, "uniform");
        using var run = Open(process);
        process.End();

        var report = run.Run(rest => false);

        Assert.Equal((0, "the process is gone"), (report.Points.Count, report.Problem));
    }

    [Fact]
    public void Open_ProcessIsRefused_NothingOfItIsOpened()
    {
        using var process = TouchingProcess.Start(1, "uniform");

        var opened = SampledProcess.Open(FileRoot.Machine, process.ProcessId, _ => "not ours", out var problem);

        Assert.Equal((null, "not ours"), (opened, problem));
    }

    private static SampleReport Sample(TouchingProcess process)
    {
        using var run = Open(process);
        return run.Run(rest =>
        {
            Thread.Sleep(rest);
            return false;
        });
    }

    private static SampleRun Open(TouchingProcess process)
    {
        var opened = SampledProcess.Open(FileRoot.Machine, process.ProcessId, _ => null, out var problem);
        Assert.Equal("", problem);
        return new SampleRun(process.ProcessId, [opened!], budget: 10_000_000);
    }
}
