using System.Runtime.InteropServices;

namespace RgPolicy.Sidecar.Guarding;

/// <summary>SIGTERM, SIGINT and SIGHUP as a descriptor that becomes readable.</summary>
internal sealed class StopSignal : IDisposable
{
    private readonly Channel _reader;
    private readonly Channel _writer;
    private readonly PosixSignalRegistration[] _registrations;

    private StopSignal(Channel reader, Channel writer)
    {
        _reader = reader;
        _writer = writer;
        _registrations =
        [
            PosixSignalRegistration.Create(PosixSignal.SIGTERM, Wake),
            PosixSignalRegistration.Create(PosixSignal.SIGINT, Wake),
            PosixSignalRegistration.Create(PosixSignal.SIGHUP, Wake),
        ];
    }

    internal int Descriptor => _reader.Descriptor;

    internal static StopSignal Listen()
    {
        var (reader, writer) = Channel.Pair() ?? throw new IOException("no descriptors are left");
        return new StopSignal(reader, writer);
    }

    public void Dispose()
    {
        foreach (var registration in _registrations)
            registration.Dispose();

        _reader.Dispose();
        _writer.Dispose();
    }

    private void Wake(PosixSignalContext context)
    {
        context.Cancel = true;
        _writer.Send(ChannelByte.Quit);
    }
}

/// <summary>What guard and mover tell each other, one byte each.</summary>
internal static class ChannelByte
{
    /// <summary>Mover: the socket listens.</summary>
    internal const byte Listening = (byte)'L';

    /// <summary>Mover: a client has taken or renewed the lease.</summary>
    internal const byte Renewed = (byte)'H';

    /// <summary>Mover: everything is given back, the lease is free.</summary>
    internal const byte Released = (byte)'R';

    /// <summary>Guard: the lease has run out, let everything go.</summary>
    internal const byte Expired = (byte)'X';

    /// <summary>Guard: restore and end.</summary>
    internal const byte Quit = (byte)'Q';
}
