using System.Runtime.InteropServices;

namespace RgPolicy.Sidecar.Native;

/// <summary>struct sock_fprog of the kernel's socket filters: how many instructions, and where they are.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly struct FilterProgram(ushort length, nint instructions)
{
    internal readonly ushort Length = length;

    internal readonly nint Instructions = instructions;
}
