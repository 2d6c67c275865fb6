using System.Buffers.Binary;
using System.Runtime.InteropServices;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Measuring;

/// <summary>A thread's policy and the length of its turns (sched_setattr(2)), only to measure what they do.</summary>
internal static class SchedulerAttributes
{
    /// <summary>SCHED_OTHER and SCHED_BATCH.</summary>
    internal const uint Normal = 0;
    internal const uint Batch = 3;
    private const int Size = 48;
    private const int PolicyAt = 4;
    private const int SliceAt = 24;

    private static readonly (nint Set, nint Get) Numbers = RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => (314, 315),
        Architecture.Arm64 or Architecture.LoongArch64 => (274, 275),
        _ => (-1, -1),
    };

    /// <summary>Sets policy, nice value 0 and slice (0: the kernel's own); returns 0, or the error number.</summary>
    internal static int Set(int threadId, uint policy, TimeSpan slice)
    {
        Span<byte> attributes = stackalloc byte[Size];
        BinaryPrimitives.WriteUInt32LittleEndian(attributes, Size);
        BinaryPrimitives.WriteUInt32LittleEndian(attributes[PolicyAt..], policy);
        BinaryPrimitives.WriteUInt64LittleEndian(attributes[SliceAt..], (ulong)slice.TotalNanoseconds);
        return Libc.SystemCall(Numbers.Set, threadId, attributes, 0, 0) == 0 ? 0 : Errno.Last;
    }

    /// <summary>The slice in force; zero where the kernel keeps none (before Linux 6.12).</summary>
    internal static TimeSpan Slice(int threadId)
    {
        Span<byte> attributes = stackalloc byte[Size];
        var error = Libc.SystemCall(Numbers.Get, threadId, attributes, Size, 0);
        return error != 0
            ? TimeSpan.Zero
            : TimeSpan.FromMicroseconds(BinaryPrimitives.ReadUInt64LittleEndian(attributes[SliceAt..]) / 1000.0);
    }
}
