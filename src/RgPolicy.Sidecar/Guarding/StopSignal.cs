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
        {
            registration.Dispose();
        }

        _reader.Dispose();
        _writer.Dispose();
    }

    private void Wake(PosixSignalContext context)
    {
        context.Cancel = true;
        _writer.Send(ChannelByte.Quit);
    }
}
