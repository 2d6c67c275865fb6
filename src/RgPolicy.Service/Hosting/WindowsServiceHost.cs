using RgPolicy.Service.Windows;

namespace RgPolicy.Service.Hosting;

/// <summary>Runs the service under Windows' service control manager: tells it each state, and takes its controls. It is
/// running when all targets were tried, as under systemd.</summary>
/// <param name="windows">The manager.</param>
/// <param name="name">The service's name.</param>
/// <param name="run">Runs the service until it is cancelled; is given what to call when it is ready.</param>
/// <param name="reload">Reads every policy again.</param>
internal sealed class WindowsServiceHost(
    IWindowsServices windows,
    string name,
    Func<INotifier, CancellationToken, Task<int>> run,
    Action reload
) : INotifier
{
    private const int CallNotImplemented = 120;
    private const int ServiceSpecificFailure = 1066;

    private static readonly TimeSpan StartPatience = TimeSpan.FromSeconds(90);
    private static readonly TimeSpan StopPatience = TimeSpan.FromSeconds(10);

    private readonly object _gate = new();
    private Action? _stop;
    private nint _handle;
    private WindowsServiceStatus _status;

    /// <inheritdoc/>
    public TimeSpan? WatchdogInterval => null;

    /// <summary>Runs to its end; false when this process was not started by the manager, and nothing was run.</summary>
    public bool TryRun() => windows.Dispatch(name, Main);

    /// <inheritdoc/>
    public void Notify(string lines)
    {
        if (lines.StartsWith("READY=1", StringComparison.Ordinal))
            Tell(ServiceState.Running, TimeSpan.Zero);
    }

    private void Main()
    {
        using var stop = new CancellationTokenSource();
        _stop = stop.Cancel;
        _handle = windows.RegisterHandler(name, Take);
        Tell(ServiceState.Starting, StartPatience);
        var exitCode = ServiceSpecificFailure;
        try
        {
            // The manager's own thread waits, as it is meant to.
            exitCode = run(this, stop.Token).GetAwaiter().GetResult();
        }
        finally
        {
            _stop = null;
            Tell(ServiceState.Stopped, TimeSpan.Zero, exitCode == 0 ? 0 : ServiceSpecificFailure);
        }
    }

    private int Take(ServiceControl control)
    {
        switch (control)
        {
            case ServiceControl.Stop or ServiceControl.Shutdown:
                Tell(ServiceState.Stopping, StopPatience);
                _stop?.Invoke();
                return 0;
            case ServiceControl.ParameterChange:
                reload();
                return 0;
            case ServiceControl.Interrogate:
                windows.SetStatus(_handle, _status);
                return 0;
            default:
                return CallNotImplemented;
        }
    }

    private void Tell(ServiceState state, TimeSpan patience, int exitCode = 0)
    {
        lock (_gate)
        {
            // Stopping is never taken back by a start that comes to its end late.
            if (state == ServiceState.Running && _status.State == ServiceState.Stopping)
                return;

            var isStep = state is ServiceState.Starting or ServiceState.Stopping;
            _status = new WindowsServiceStatus(state, isStep ? _status.Checkpoint + 1 : 0, patience, exitCode);
            windows.SetStatus(_handle, _status);
        }
    }
}
