using System.Buffers.Binary;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Prefetching;

/// <summary>A CPU's register of prefetchers, through the kernel's msr driver (msr(4)): eight bytes at
/// its number.</summary>
internal static class MsrFile
{
    /// <summary>MSR_MISC_FEATURE_CONTROL: bits 0 to 3 turn off the L2 streamer, L2 adjacent line, L1 next line and L1
    /// by instruction.</summary>
    internal const long Register = 0x1A4;

    /// <summary>All four prefetchers off.</summary>
    internal const ulong AllOff = 0xF;

    internal static string Path(int cpu) => string.Create(CultureInfo.InvariantCulture, $"/dev/cpu/{cpu}/msr");

    /// <summary>Reads it; returns 0, or the error number.</summary>
    internal static int Read(FileRoot root, int cpu, out ulong value)
    {
        Span<byte> bytes = stackalloc byte[sizeof(ulong)];
        var descriptor = Libc.Open(root.Path(Path(cpu)), KernelFile.CloseOnExec | KernelFile.NoFollow, 0);
        var error = descriptor < 0 ? Errno.Last : Outcome(Libc.ReadAt(descriptor, bytes, bytes.Length, Register));
        _ = descriptor >= 0 ? Libc.Close(descriptor) : 0;
        value = BinaryPrimitives.ReadUInt64LittleEndian(bytes);
        return error;
    }

    /// <summary>Sets its four bits, leaves the others, and reads back; returns 0, or the error number.</summary>
    internal static int SetBits(FileRoot root, int cpu, ulong bits)
    {
        var error = Read(root, cpu, out var now);
        if (error != 0 || (now & AllOff) == bits)
            return error;

        Span<byte> bytes = stackalloc byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, (now & ~AllOff) | bits);
        var descriptor = Libc.Open(
            root.Path(Path(cpu)),
            KernelFile.WriteOnly | KernelFile.CloseOnExec | KernelFile.NoFollow,
            0
        );
        error = descriptor < 0 ? Errno.Last : Outcome(Libc.WriteAt(descriptor, bytes, bytes.Length, Register));
        _ = descriptor >= 0 ? Libc.Close(descriptor) : 0;
        error = error == 0 ? Read(root, cpu, out now) : error;
        return error != 0 ? error
            : (now & AllOff) == bits ? 0
            : Errno.NotSupported;
    }

    // A part of a register is none.
    private static int Outcome(nint count) =>
        count == sizeof(ulong) ? 0
        : count < 0 ? Errno.Last
        : Errno.NotSupported;
}
