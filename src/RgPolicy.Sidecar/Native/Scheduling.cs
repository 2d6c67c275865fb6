using System.Collections.Immutable;
using System.Runtime.InteropServices;

namespace RgPolicy.Sidecar.Native;

/// <summary>A thread's CPU affinity and I/O priority (sched_setaffinity(2), ioprio_set(2)).</summary>
internal static class Scheduling
{
    private const int MaskBytes = 1024;
    private const int WhoProcess = 1;

    private static readonly (nint Get, nint Set, nint GetAffinity) Numbers = RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => (252, 251, 204),
        Architecture.Arm64 or Architecture.LoongArch64 => (31, 30, 123),
        _ => (-1, -1, -1),
    };

    /// <summary>The CPUs a thread may run on, ascending; null when it is gone.</summary>
    internal static ImmutableArray<int>? GetAffinity(int threadId)
    {
        // The raw call says how many bytes the kernel's mask has; the library's would hide it.
        Span<byte> mask = stackalloc byte[MaskBytes];
        var count = (int)Libc.SystemCall(Numbers.GetAffinity, threadId, MaskBytes, mask);
        if (count < 0)
        {
            return null;
        }

        var cpus = ImmutableArray.CreateBuilder<int>();
        for (var cpu = 0; cpu < count * 8; cpu++)
        {
            if ((mask[cpu / 8] & (1 << (cpu % 8))) != 0)
            {
                cpus.Add(cpu);
            }
        }

        return cpus.ToImmutable();
    }

    /// <summary>Sets the CPUs and returns 0, or the error number.</summary>
    internal static int SetAffinity(int threadId, ImmutableArray<int> cpus)
    {
        Span<byte> mask = stackalloc byte[MaskBytes];
        mask.Clear();
        foreach (var cpu in cpus)
        {
            if (cpu is >= 0 and < MaskBytes * 8)
            {
                mask[cpu / 8] |= (byte)(1 << (cpu % 8));
            }
        }

        return Libc.SetAffinity(threadId, MaskBytes, mask) == 0 ? 0 : Errno.Last;
    }

    /// <summary>The raw I/O priority of a thread; null when it is gone.</summary>
    internal static int? GetIoPriority(int threadId)
    {
        var value = Libc.SystemCall(Numbers.Get, WhoProcess, threadId, (nint)0);
        return value < 0 ? null : (int)value;
    }

    /// <summary>Sets the raw I/O priority and returns 0, or the error number.</summary>
    internal static int SetIoPriority(int threadId, int value) =>
        Libc.SystemCall(Numbers.Set, WhoProcess, threadId, value) == 0 ? 0 : Errno.Last;
}
