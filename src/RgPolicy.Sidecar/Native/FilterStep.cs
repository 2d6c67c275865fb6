using System.Runtime.InteropServices;

namespace RgPolicy.Sidecar.Native;

/// <summary>struct sock_filter: one instruction of a socket filter.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly struct FilterStep(ushort code, byte whenTrue, byte whenFalse, uint operand)
{
    /// <summary>BPF_LD | BPF_W | BPF_ABS: the word at an offset.</summary>
    internal const ushort LoadWord = 0x20;

    /// <summary>BPF_JMP | BPF_JEQ | BPF_K: skips as many instructions as it says.</summary>
    internal const ushort JumpIfEqual = 0x15;

    /// <summary>BPF_RET | BPF_K: how many bytes of the message pass.</summary>
    internal const ushort Return = 0x06;

    internal readonly ushort Code = code;

    internal readonly byte WhenTrue = whenTrue;

    internal readonly byte WhenFalse = whenFalse;

    internal readonly uint Operand = operand;
}
