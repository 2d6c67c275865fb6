using System.Globalization;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using RgPolicy.Service.Logging;

namespace RgPolicy.Service.Hosting;

/// <summary>
/// Tells the service manager when all targets were tried, and from then on that the loops live: a sign
/// of life is sent only while every loop that runs completes its turns, so that a service that hangs is started again.
/// </summary>
internal sealed class ManagerWatch(
    IReadOnlyList<TargetState> targets,
    INotifier notifier,
    TimeProvider time,
    ILogger logger
) : BackgroundService
{
    // A turn lasts at most some seconds, however slow server and sidecar are.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan ReportInterval = TimeSpan.FromSeconds(10);

    private bool _hangs;

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        notifier.Notify("STOPPING=1");
        await base.StopAsync(cancellationToken);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        await Task.WhenAll(targets.Select(target => target.Tried.Task)).WaitAsync(stoppingToken);
        notifier.Notify("READY=1\n" + Status());
        using var timer = new PeriodicTimer(Interval(), time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            Report();
        }
    }

    private TimeSpan Interval() =>
        notifier.WatchdogInterval is { } watchdog && watchdog / 3 < ReportInterval ? watchdog / 3 : ReportInterval;

    private void Report()
    {
        var hanging = targets.FirstOrDefault(target => !target.IsAlive(Patience));
        if (hanging is not null && !_hangs)
        {
            logger.LoopHangs(hanging.Name, Patience.TotalSeconds);
        }

        _hangs = hanging is not null;
        notifier.Notify(_hangs ? Status() : Status() + "\nWATCHDOG=1");
    }

    private string Status()
    {
        var running = targets.Count(target => target.IsRunning);
        var problem = targets.FirstOrDefault(target => target.Problem is not null);
        var text = string.Create(CultureInfo.InvariantCulture, $"STATUS={running} of {targets.Count} targets watched");
        return problem is null ? text : $"{text}; {problem.Name}: {problem.Problem?.ReplaceLineEndings(" ")}";
    }
}
