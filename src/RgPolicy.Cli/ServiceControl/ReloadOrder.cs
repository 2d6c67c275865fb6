using System.Runtime.InteropServices;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Makes a running service read its policies again when a service manager says so: by SIGHUP,
/// or by a control.</summary>
internal sealed class ReloadOrder
{
    private Action<string>? _order;

    /// <summary>Listens for a running service, until what is returned is disposed of.</summary>
    public IDisposable? To(GovernorService service, CancellationToken cancellationToken)
    {
        _order = by =>
            _ = service.OrderAsync(new StatusQuestion(StatusQuestionKind.Reload) { By = by }, cancellationToken);
        // On Windows this signal means that the console is closed.
        return OperatingSystem.IsWindows()
            ? null
            : PosixSignalRegistration.Create(
                PosixSignal.SIGHUP,
                signal =>
                {
                    signal.Cancel = true;
                    _order?.Invoke("SIGHUP");
                }
            );
    }

    /// <summary>Gives the order.</summary>
    public void Give() => _order?.Invoke("the service control manager");
}
