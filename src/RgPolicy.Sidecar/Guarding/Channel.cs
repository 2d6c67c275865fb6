using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Guarding;

/// <summary>One end of the connection between guard and mover; its end of file means that the other
/// half is dead.</summary>
internal sealed class Channel : IDisposable
{
    private const int UnixDomain = 1;
    private const int Stream = 1;
    private const int SetDescriptorFlags = 2;
    private const int CloseOnExecFlag = 1;

    internal Channel(int descriptor) => Descriptor = descriptor;

    internal int Descriptor { get; private set; }

    /// <summary>Two connected ends, both closed when another program is started; null when the system
    /// has none to give.</summary>
    internal static (Channel Here, Channel There)? Pair()
    {
        Span<int> ends = stackalloc int[2];
        const int Type = Stream | KernelFile.CloseOnExec | KernelFile.NonBlocking;
        return Libc.SocketPair(UnixDomain, Type, 0, ends) == 0 ? (new Channel(ends[0]), new Channel(ends[1])) : null;
    }

    /// <summary>Whether programs started from now on inherit a descriptor.</summary>
    internal static void SetInherited(int descriptor, bool inherited) =>
        _ = Libc.Fcntl(descriptor, SetDescriptorFlags, inherited ? 0 : CloseOnExecFlag);

    /// <summary>Sends a byte; a dead or stuck other half is noticed elsewhere.</summary>
    internal void Send(byte message) => _ = Libc.Write(Descriptor, [message], 1);

    /// <summary>Takes what has come, at most a buffer full; null when the other half is dead.</summary>
    internal byte[]? Receive()
    {
        Span<byte> buffer = stackalloc byte[256];
        var count = (int)Libc.Read(Descriptor, buffer, buffer.Length);
        if (count > 0)
            return buffer[..count].ToArray();

        return count < 0 && Errno.Last is Errno.TryAgain or Errno.Interrupted ? [] : null;
    }

    public void Dispose()
    {
        if (Descriptor >= 0)
        {
            _ = Libc.Close(Descriptor);
            Descriptor = -1;
        }
    }
}
