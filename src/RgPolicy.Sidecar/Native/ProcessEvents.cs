using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace RgPolicy.Sidecar.Native;

/// <summary>
/// The messages of the kernel's process events connector (linux/cn_proc.h): a netlink header of 16
/// bytes, a connector header of 20, then what happened, on which CPU, when, and who. All numbers in the
/// machine's own order.
/// </summary>
internal static class ProcessEvents
{
    internal const int Listen = 1;
    internal const int Ignore = 2;

    private const int NetlinkHeader = 16;
    private const int ConnectorHeader = 20;
    private const int ProcessConnector = 1;
    private const int NetlinkDone = 3;
    private const int WhatAt = NetlinkHeader + ConnectorHeader;
    private const int WhoAt = WhatAt + 16;
    private const int ParentAt = WhoAt + 4;
    private const int ChildThreadAt = WhoAt + 8;
    private const int ChildAt = WhoAt + 12;
    private const uint Fork = 1;

    /// <summary>struct sockaddr_nl: the connector's group, the address chosen by the kernel.</summary>
    internal static byte[] Address { get; } = [16, 0, 0, 0, 0, 0, 0, 0, .. BitConverter.GetBytes(ProcessConnector)];

    /// <summary>The message that begins or ends listening.</summary>
    internal static byte[] Command(int operation)
    {
        var message = new byte[WhatAt + sizeof(int)];
        MemoryMarshal.Write(message, message.Length);
        MemoryMarshal.Write(message.AsSpan(4), (ushort)NetlinkDone);
        MemoryMarshal.Write(message.AsSpan(NetlinkHeader), ProcessConnector);
        MemoryMarshal.Write(message.AsSpan(NetlinkHeader + 4), ProcessConnector);
        MemoryMarshal.Write(message.AsSpan(NetlinkHeader + 16), (ushort)sizeof(int));
        MemoryMarshal.Write(message.AsSpan(WhatAt), operation);
        return message;
    }

    /// <summary>Whether a message says that listening has begun: no event, and no error.</summary>
    internal static bool IsAcknowledgement(ReadOnlySpan<byte> message) =>
        message.Length >= WhoAt + 4 && Number(message, WhatAt) == 0 && Number(message, WhoAt) == 0;

    /// <summary>The new process that a message tells of, or null; a new thread is none.</summary>
    internal static int? NewChild(ReadOnlySpan<byte> message, int parent) =>
        message.Length >= ChildAt + 4
        && Number(message, WhatAt) == Fork
        && Number(message, ParentAt) == parent
        && Number(message, ChildThreadAt) == Number(message, ChildAt)
            ? (int)Number(message, ChildAt)
            : null;

    /// <summary>
    /// A socket filter that lets only the new processes of one parent pass: every other process event
    /// of the host ends in the kernel and wakes no process. It loads in network order, hence the turned numbers.
    /// </summary>
    internal static FilterStep[] FilterFor(int parent) =>
        [
            new(FilterStep.LoadWord, 0, 0, WhatAt),
            new(FilterStep.JumpIfEqual, 0, 3, Turned(Fork)),
            new(FilterStep.LoadWord, 0, 0, ParentAt),
            new(FilterStep.JumpIfEqual, 0, 1, Turned((uint)parent)),
            new(FilterStep.Return, 0, 0, uint.MaxValue),
            new(FilterStep.Return, 0, 0, 0),
        ];

    private static uint Turned(uint number) =>
        BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(number) : number;

    private static uint Number(ReadOnlySpan<byte> message, int at) => MemoryMarshal.Read<uint>(message[at..]);
}

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
