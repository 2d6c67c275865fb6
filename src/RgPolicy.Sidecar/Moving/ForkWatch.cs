using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Moving;

/// <summary>
/// The kernel tells at once when the server's main process starts a child. Not everywhere: containers
/// have no such events, and before Linux 6.6 they need CAP_NET_ADMIN. Then <see cref="Open"/> returns null and the
/// children are looked for.
/// </summary>
internal sealed class ForkWatch : IDisposable
{
    private const int Netlink = 16;
    private const int Datagram = 2;
    private const int CloseOnExec = 0x80000;
    private const int NonBlocking = 0x800;
    private const int ConnectorProtocol = 11;
    private const int SocketLevel = 1;
    private const int AttachFilter = 26;
    private const int AcknowledgementMilliseconds = 100;
    private const int MostBeforeAcknowledgement = 256;
    private const int LongestMessage = 256;

    private readonly int _parent;

    private ForkWatch(int descriptor, int parent) => (Descriptor, _parent) = (descriptor, parent);

    /// <summary>Readable when there is something to <see cref="Drain"/>.</summary>
    internal int Descriptor { get; }

    /// <summary>Watches the children of a process, or returns null where the kernel does not tell.</summary>
    internal static ForkWatch? Open(int parent)
    {
        var descriptor = Libc.OpenSocket(Netlink, Datagram | CloseOnExec | NonBlocking, ConnectorProtocol);
        if (descriptor < 0)
            return null;

        var watch = new ForkWatch(descriptor, parent);
        if (watch.Subscribe() && watch.Filter())
            return watch;

        watch.Dispose();
        return null;
    }

    /// <summary>The children started since the last call. False when the kernel had to drop some: look
    /// for all then.</summary>
    internal bool Drain(ICollection<int> children)
    {
        Span<byte> message = stackalloc byte[LongestMessage];
        while (true)
        {
            var length = Libc.Read(Descriptor, message, message.Length);
            if (length < 0)
                return Errno.Last is Errno.TryAgain or Errno.Interrupted;

            if (ProcessEvents.NewChild(message[..(int)length], _parent) is { } child)
                children.Add(child);
        }
    }

    public void Dispose()
    {
        // Before Linux 6.6 a closed socket counts as a listener for ever unless it says goodbye.
        _ = KernelFile.WriteAll(Descriptor, ProcessEvents.Command(ProcessEvents.Ignore));
        _ = Libc.Close(Descriptor);
    }

    // In another pid namespace the kernel ignores the command without a word: only an answer counts.
    private bool Subscribe()
    {
        if (
            Libc.Bind(Descriptor, ProcessEvents.Address, ProcessEvents.Address.Length) != 0
            || KernelFile.WriteAll(Descriptor, ProcessEvents.Command(ProcessEvents.Listen)) != 0
        )
            return false;

        Span<byte> message = stackalloc byte[LongestMessage];
        for (var i = 0; i < MostBeforeAcknowledgement; i++)
        {
            if (Libc.Poll([new PollEntry(Descriptor)], 1, AcknowledgementMilliseconds) <= 0)
                return false;

            var length = (int)Libc.Read(Descriptor, message, message.Length);
            if (length > 0 && ProcessEvents.IsAcknowledgement(message[..length]))
                return true;
        }

        return false;
    }

    private unsafe bool Filter()
    {
        var steps = ProcessEvents.FilterFor(_parent);
        fixed (FilterStep* first = steps)
        {
            var program = new FilterProgram((ushort)steps.Length, (nint)first);
            return Libc.SetSocketOption(Descriptor, SocketLevel, AttachFilter, program, sizeof(FilterProgram)) == 0;
        }
    }
}
