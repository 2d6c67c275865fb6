using System.Diagnostics;

namespace RgPolicy.Service.Status;

/// <summary>What this process has cost so far.</summary>
public static class ProcessCost
{
    /// <summary>CPU time, user and system, of all its threads.</summary>
    public static TimeSpan CpuTime
    {
        get
        {
            using var self = Process.GetCurrentProcess();
            return self.TotalProcessorTime;
        }
    }

    /// <summary>Resident memory.</summary>
    public static long MemoryBytes => Environment.WorkingSet;
}
