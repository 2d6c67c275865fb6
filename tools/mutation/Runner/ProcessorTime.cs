#nullable enable
using System.Diagnostics;

namespace RgPolicy.Mutation.Runner;

/// <summary>What this process has used of the processors: other work on the machine does not count.</summary>
internal static class ProcessorTime
{
    private static readonly Process Own = Process.GetCurrentProcess();

    /// <summary>Seconds since the process began.</summary>
    public static double Seconds()
    {
        Own.Refresh();
        return Own.TotalProcessorTime.TotalSeconds;
    }
}
