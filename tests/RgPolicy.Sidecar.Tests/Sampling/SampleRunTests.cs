using System.Diagnostics;
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
    public void Run_WorkerEndsMeanwhile_WhatTheOthersReadCounts()
    {
        using var reading = Reader("1");
        using var ending = Reader("1M");
        using var run = new SampleRun(reading.Id, [Opened(reading.Id), Opened(ending.Id)], budget: 10_000_000);

        var report = run.Run(rest =>
        {
            Kill(ending);
            Thread.Sleep(rest);
            return false;
        });
        Kill(reading);

        Assert.Equal("", report.Problem);
        Assert.InRange(report.ReadBytes, 1000, long.MaxValue);
    }

    [Fact]
    public void Run_FirstWalkTakesTooLong_LeavesTheNextProcessAlone()
    {
        using var first = TouchingProcess.Start(1, "uniform");
        using var next = TouchingProcess.Start(1, "uniform");
        using var run = new SampleRun(first.ProcessId, [Opened(first.ProcessId), Opened(next.ProcessId)], budget: 3);

        var report = run.Run(rest => false);

        Assert.Equal("it has more memory than its age pays for", report.Problem);
        Assert.InRange(Marked(next.ProcessId) / Mebibyte, 200, 2000);
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
        return new SampleRun(process.ProcessId, [Opened(process.ProcessId)], budget: 10_000_000);
    }

    private static SampledProcess Opened(int processId)
    {
        var opened = SampledProcess.Open(FileRoot.Machine, processId, _ => null, out var problem);
        Assert.Equal("", problem);
        return opened!;
    }

    private static long Marked(int processId)
    {
        using var process = Opened(processId);
        return process.Read(new TouchedReader(), long.MaxValue)!.Value.Private;
    }

    // Has read something once this returns.
    private static Process Reader(string blockSize)
    {
        var start = new ProcessStartInfo("dd", ["if=/dev/zero", "of=/dev/null", "bs=" + blockSize]);
        start.RedirectStandardError = true;
        start.UseShellExecute = false;
        var process = Process.Start(start)!;
        using var opened = Opened(process.Id);
        var least = blockSize == "1" ? 1 : 1L << 30;
        Assert.True(SpinWait.SpinUntil(() => opened.ReadBytes() > least, TimeSpan.FromSeconds(60)));
        return process;
    }

    private static void Kill(Process process)
    {
        if (!process.HasExited)
        {
            process.Kill();
            process.WaitForExit();
        }
    }
}
