using System.Runtime.InteropServices;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Runs the service in the foreground, as service managers want it.</summary>
internal sealed class ServiceRunHandler(CliContext context)
{
    /// <summary>Runs until it is interrupted.</summary>
    /// <returns>The exit code: 2 when a setting is wrong.</returns>
    public Task<int> RunAsync(string path, CancellationToken cancellationToken) =>
        context.Unfinished.RunUntilInterruptAsync(() => RunToTheEndAsync(path, cancellationToken));

    private async Task<int> RunToTheEndAsync(string path, CancellationToken cancellationToken)
    {
        var reading = SettingsFile.Read(path);
        if (reading.Settings is not { } settings)
        {
            foreach (var problem in reading.Problems)
            {
                await context.Error.WriteLineAsync($"rgp: {problem}");
            }

            return context.Finish(ExitCode.Usage, $"Nothing was started. Mend {path}, then try: rgp service check --config {path}");
        }

        using var logs = LogSetup.ForService(settings.Log, context.Error, isJournal: context.EnvironmentVariable("JOURNAL_STREAM") is { Length: > 0 });
        var places = PlacesOf(settings);
        var service = new GovernorService(
            settings, places, new TargetRunner(context, places.ChangesDirectory),
            new SystemdNotifier(context.EnvironmentVariable, Environment.ProcessId), logs, context.Time);
        using var hangup = ReloadAtHangup(service, cancellationToken);
        await service.RunAsync(cancellationToken);
        return ExitCode.Success;
    }

    private ServicePlaces PlacesOf(ServiceSettings settings)
    {
        var usual = ServicePlaces.Usual(context.IsRoot, context.EnvironmentVariable, Environment.UserName);
        return new ServicePlaces(settings.RuntimeDirectory ?? usual.RuntimeDirectory, settings.StateDirectory ?? usual.StateDirectory);
    }

    // What service managers send for "read your configuration again".
    private static PosixSignalRegistration ReloadAtHangup(GovernorService service, CancellationToken cancellationToken) =>
        PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal =>
        {
            signal.Cancel = true;
            _ = service.OrderAsync(new StatusQuestion(StatusQuestionKind.Reload) { By = "SIGHUP" }, cancellationToken);
        });
}
