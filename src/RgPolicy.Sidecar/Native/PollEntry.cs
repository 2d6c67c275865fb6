using System.Runtime.InteropServices;

namespace RgPolicy.Sidecar.Native;

/// <summary>struct pollfd of poll(2).</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct PollEntry
{
    /// <summary>POLLIN.</summary>
    internal const short Readable = 1;

    /// <summary>The descriptor.</summary>
    internal int Descriptor;

    /// <summary>What is waited for.</summary>
    internal short Wanted;

    /// <summary>What happened; hang-ups and errors count too.</summary>
    internal short Happened;

    internal PollEntry(int descriptor)
    {
        Descriptor = descriptor;
        Wanted = Readable;
    }
}
