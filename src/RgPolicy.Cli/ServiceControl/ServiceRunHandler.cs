using System.Runtime.InteropServices;
using Microsoft.Extensions.Logging;
using RgPolicy.Service.Composing;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Windows;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Runs the service in the foreground, as service managers want it.</summary>
internal sealed class ServiceRunHandler(CliContext context)
{
    /// <summary>Runs until it is interrupted.</summary>
    /// <returns>The exit code: 2 when a setting is wrong.</returns>
    public Task<int> RunAsync(string path) => context.Unfinished.RunUntilInterruptAsync(() => RunToTheEndAsync(path));

    private async Task<int> RunToTheEndAsync(string path)
    {
        var reading = SettingsFile.Read(path);
        return reading.Settings is { } settings
            ? await RunAsync(settings)
            : SettingsProblems.Report(context, reading, path, "Nothing was started.");
    }

    /// <summary>As Windows' service where its manager has started this process, else in the foreground.</summary>
    private async Task<int> RunAsync(ServiceSettings settings)
    {
        var health = new LogHealth();
        using var logs = LogSetup.ForService(
            settings.Log,
            context.Error,
            isJournal: context.EnvironmentVariable("JOURNAL_STREAM") is { Length: > 0 },
            context.Windows,
            health
        );
        var reload = new ReloadOrder();
        return context.Windows is { } windows && await Task.Run(HostOf(windows).TryRun, CancellationToken.None)
            ? ExitCode.Success
            : await RunAsync(
                settings,
                new SystemdNotifier(context.EnvironmentVariable, Environment.ProcessId),
                (logs, health),
                reload,
                context.Interrupt
            );

        WindowsServiceHost HostOf(IWindowsServices manager) =>
            new(
                manager,
                LogSetup.EventSource,
                (notifier, stop) => RunAsync(settings, notifier, (logs, health), reload, stop),
                reload.Give
            );
    }

    private async Task<int> RunAsync(
        ServiceSettings settings,
        INotifier notifier,
        (ILoggerFactory Factory, LogHealth Health) logs,
        ReloadOrder reload,
        CancellationToken cancellationToken
    )
    {
        var places = ServicePlaces.Of(settings, context.IsRoot, context.EnvironmentVariable, Environment.UserName);
        var service = new GovernorService(
            settings,
            places,
            RunnerFor(places),
            notifier,
            logs.Factory,
            context.Time,
            logs.Health
        );
        using var orders = reload.To(service, cancellationToken);
        await service.RunAsync(cancellationToken);
        return ExitCode.Success;
    }

    private TargetRunner RunnerFor(ServicePlaces places) =>
        new(
            context.Place,
            new EnforceReadiness(context.Place, context.Error.WriteLine),
            (context.InstallDirectory, places.ChangesDirectory),
            (target, start, cancellationToken) =>
                ObserverOpener.ConnectAsync(
                    context with
                    {
                        Interrupt = cancellationToken,
                    },
                    target.Connect,
                    target.PasswordFile,
                    (start, target.MayCancel)
                )
        );
}

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

    public void Give() => _order?.Invoke("the service control manager");
}
