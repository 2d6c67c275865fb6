using System.Runtime.InteropServices;

namespace RgPolicy.Sidecar.Native;

/// <summary>A thread's CPU affinity and I/O priority (sched_setaffinity(2), ioprio_set(2)).</summary>
internal static class Scheduling
{
    private const int MaskBytes = 1024;
    private const int WhoProcess = 1;

    private static readonly (nint Get, nint Set, nint GetAffinity) Numbers =
        RuntimeInformation.ProcessArchitecture switch
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
            return null;

        var cpus = ImmutableArray.CreateBuilder<int>();
        for (var cpu = 0; cpu < count * 8; cpu++)
        {
            if ((mask[cpu / 8] & (1 << (cpu % 8))) != 0)
                cpus.Add(cpu);
        }

        return cpus.ToImmutable();
    }

    /// <summary>Sets the CPUs and returns 0, or the error number.</summary>
    internal static int SetAffinity(int threadId, ImmutableArray<int> cpus)
    {
        Span<byte> mask = stackalloc byte[MaskBytes];
        Fill(mask, cpus);
        return Libc.SetAffinity(threadId, MaskBytes, mask) == 0 ? 0 : Errno.Last;
    }

    /// <summary>
    /// Sets the CPUs of many threads and looks at each; those that have ended are passed over. Returns
    /// 0, or the first error number; a set that did not stay counts as <see cref="Errno.Busy"/>.
    /// </summary>
    internal static int SetAffinityOf(ReadOnlySpan<int> threadIds, ImmutableArray<int> cpus)
    {
        Span<byte> wanted = stackalloc byte[MaskBytes];
        Span<byte> found = stackalloc byte[MaskBytes];
        Fill(wanted, cpus);
        var first = 0;
        foreach (var thread in threadIds)
        {
            var error = Libc.SetAffinity(thread, MaskBytes, wanted) == 0 ? 0 : Errno.Last;
            if (
                error == 0
                && (int)Libc.SystemCall(Numbers.GetAffinity, thread, MaskBytes, found) is var count
                && count > 0
            )
                error = found[..count].SequenceEqual(wanted[..count]) ? 0 : Errno.Busy;

            first = first != 0 || error == Errno.NoProcess ? first : error;
        }

        return first;
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

    private static void Fill(Span<byte> mask, ImmutableArray<int> cpus)
    {
        mask.Clear();
        foreach (var cpu in cpus)
        {
            if (cpu is >= 0 and < MaskBytes * 8)
                mask[cpu / 8] |= (byte)(1 << (cpu % 8));
        }
    }
}
