using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

namespace RgPolicy.Bench;

/// <summary>Short runs in the benchmark's own process: seconds instead of minutes.</summary>
internal sealed class InProcess : ManualConfig
{
    public InProcess() => AddJob(Job.ShortRun.WithToolchain(InProcessEmitToolchain.Instance));
}
