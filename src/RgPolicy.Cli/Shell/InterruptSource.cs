using System.Runtime.InteropServices;

namespace RgPolicy.Cli.Shell;

/// <summary>Turns Ctrl-C and a polite request to end into cancellation; a second Ctrl-C ends at once.</summary>
internal sealed class InterruptSource : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration _interrupt;
    private readonly PosixSignalRegistration _terminate;

    public InterruptSource()
    {
        _interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal);
        _terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, OnSignal);
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => _source.Token;

    public void Dispose()
    {
        _interrupt.Dispose();
        _terminate.Dispose();
        _source.Dispose();
    }

    private void OnSignal(PosixSignalContext signal)
    {
        if (!_source.IsCancellationRequested)
        {
            signal.Cancel = true;
            _source.Cancel();
        }
    }
}
